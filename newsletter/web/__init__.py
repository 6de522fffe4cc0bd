"""The web, fetched: the only room that speaks HTTP.

`fetch` asks many addresses at once by `request` and `connector`, past the `guard` (no
private address) and `robots`, slowed by `throttle`, remembered by `cache` and
`shared_cache`. `charset`, `html`, `metadata` and `article` make text of what came.
"""
