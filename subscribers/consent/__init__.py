"""Consent: sign-up (throttled in `abuse`) → `status`, the only code that changes a
subscriber's status, with a line in `record` → signed links in `tokens`.
"""
