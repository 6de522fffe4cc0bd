"""What becomes of sessions when things break: run `python -m crux.faults.sessions`.

- `stage`: workers and clocks as real processes; `servers`: what they stand on; `proxy`.
- `acting`: what workers do there, by a `script`; `rows`: what is broken.
- `trials`: what was found; `invariants`: what must be true whatever broke.
"""
