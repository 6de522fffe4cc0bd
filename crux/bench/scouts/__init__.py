"""How long eight scouts take side by side, in terms of one."""
