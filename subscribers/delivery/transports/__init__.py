"""How letters leave: `table` names the ways and opens one, `base` says what each must
answer, `smtp` speaks to a mail server over `smtp_connection`, `anymail` to a provider's
API, `file` and `console` reach nobody.
"""
