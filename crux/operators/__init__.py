"""Operators on the desk: their accounts and groups, and what each of them changed."""
