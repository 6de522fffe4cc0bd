"""How fast the engine is, beside others: run `python -m agents.bench.engine`."""
