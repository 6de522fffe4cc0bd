import socket

import anthropic
import pytest

from crux.testing.guard import Guard, NetworkForbidden, is_here


def test_a_connection_to_the_outside_is_refused_and_remembered(network_guard: Guard):
    with pytest.raises(NetworkForbidden, match=r"192\.0\.2\.1"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)

    assert network_guard.take_attempts() == ["socket.connect '192.0.2.1'"]


def test_looking_up_a_name_is_refused_before_anybody_is_asked(network_guard: Guard):
    with pytest.raises(NetworkForbidden, match=r"example\.org"):
        socket.getaddrinfo("example.org", 443)

    assert network_guard.take_attempts()


def test_a_datagram_to_the_outside_is_refused(network_guard: Guard):
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
        pytest.raises(NetworkForbidden),
    ):
        sender.sendto(b"", ("192.0.2.1", 53))

    assert network_guard.take_attempts()


@pytest.mark.parametrize("look_up", [socket.gethostbyname, socket.gethostbyname_ex])
def test_the_old_ways_to_look_up_are_guarded_too(network_guard: Guard, look_up):
    with pytest.raises(NetworkForbidden):
        look_up("example.org")

    assert network_guard.take_attempts()


def test_what_names_no_host_passes():
    guard = Guard()

    guard.watch("socket.connect", (None, "/run/postgres.sock"))
    guard.watch("socket.getaddrinfo", (None, 80))
    guard.watch("socket.getaddrinfo", (b"192.0.2.1", 80))
    guard.watch("open", ("192.0.2.1",))

    assert guard.take_attempts() == []


def test_this_machine_can_be_reached(network_guard: Guard):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        socket.create_connection(listener.getsockname()).close()

    assert network_guard.take_attempts() == []


def test_a_lifted_guard_lets_pass_and_comes_back():
    guard = Guard()
    with guard.lifted():
        guard.watch("socket.connect", (None, ("192.0.2.1", 80)))

    with pytest.raises(NetworkForbidden):
        guard.watch("socket.connect", (None, ("192.0.2.1", 80)))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "LocalHost", ""])
def test_names_of_this_machine(host: str):
    assert is_here(host)


@pytest.mark.parametrize("host", ["10.0.0.1", "169.254.169.254", "fe80::1%eth0", "a.b"])
def test_names_of_others(host: str):
    assert not is_here(host)


def test_a_call_of_a_model_fails_where_no_double_answers(network_guard: Guard):
    client = anthropic.Anthropic(api_key="sk-ant-none", max_retries=0)
    message = {"role": "user", "content": "Who are you?"}

    with client, pytest.raises(anthropic.APIConnectionError):
        client.messages.create(model="any", max_tokens=1, messages=[message])

    assert network_guard.take_attempts() == ["socket.getaddrinfo 'api.anthropic.com'"]
