"""What the tests stand on: servers for a session, a guard on the network, a plugin."""
