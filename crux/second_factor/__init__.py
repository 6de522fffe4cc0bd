"""A second factor for operators (TOTP, RFC 6238): a code from their telephone.

- `devices`: what an operator has, and whether a code is right; `login`: the form.
- `guard`: nobody gets to the desk without; `pages`: setting it up and switching it off.
"""
