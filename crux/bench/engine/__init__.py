"""How fast the engine is, beside others: run `python -m crux.bench.engine.engine`."""
