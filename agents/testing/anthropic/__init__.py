"""The loopback stand-in for Anthropic's API.

- `server` takes requests; `platform` and `sessions` are Managed Agents, `replies` the
  Messages API; `shapes` is the wire format, `metering` the bill, `faults` what breaks.
"""
