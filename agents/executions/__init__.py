"""One call of one agent from outside: `calling` does it, `record` keeps what came of it."""
