"""What a battle on a table is printed with: bases at true size, deployment and ambush maps, army sheets."""
