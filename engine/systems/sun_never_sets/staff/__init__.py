"""The staff of The Sun Never Sets II: a player that plans its marches, battles and supply."""
