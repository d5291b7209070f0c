"""The map on the screen: view, scene, layers and overlays; ``render`` draws for screen and print alike."""
