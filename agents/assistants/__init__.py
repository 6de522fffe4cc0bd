"""Those who are called from outside: `ask`, `nova`, `ada`, each by rules or by a model.

`table` names them, `task` is what each is given, `thinking` asks a model once.
"""
