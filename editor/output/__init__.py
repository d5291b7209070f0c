"""What leaves the program as a picture or on paper."""
