"""Public pages about how issues get made: the history of sessions."""
