"""Ports of loopback for servers that live as long as a test, a fault or a bench."""

import socket


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
