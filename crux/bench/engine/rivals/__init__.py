"""The same nine empty steps in other programs; these modules know nothing of Crux."""
