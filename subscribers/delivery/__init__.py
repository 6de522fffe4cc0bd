"""Sending an issue, each reader at most once. Read `send`: `clearance` asks whether it may
leave, `audience` freezes who gets it, `sender` claims letters in the `ledger` and hands
them to a transport, at the pace of `throttle`, until the circuit `breaker` stops it.
`reconcile` settles what a crash left uncertain; `control` is what an operator may do;
`confirmations` are the letters of double opt-in. `sql` holds the hand-written SQL.
"""
