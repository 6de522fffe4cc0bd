"""What an operator calls by `manage.py`; each reads input and calls one function."""
