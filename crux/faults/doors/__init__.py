"""A digest driven over MCP by clients that are killed: run `python -m crux.faults.doors`.

`client` drives by the SDK's own client; `__main__` begins, kills and judges.
"""
