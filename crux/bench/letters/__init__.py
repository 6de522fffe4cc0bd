"""How fast letters leave, against a sink on loopback: run `python -m crux.bench.letters.delivery`."""
