"""What games of one heavy bomber and its crew share: no game is named here, and none is known."""
