"""Outgoing webhooks: what others are told of, signed, and tried again until it arrives.

- `signing`: the signature (Standard Webhooks), pure; `endpoints`: who is called.
- `outbox`: what was put down to be told, and the telling of it.
"""
