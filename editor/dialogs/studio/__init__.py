"""The counter studio: a canvas at print size on which the elements of counters are placed, for any unit."""
