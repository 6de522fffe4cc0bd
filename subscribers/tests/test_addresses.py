import pytest

from subscribers.addresses import is_local


@pytest.mark.parametrize(
    ("host", "expected"),
    [("localhost", True), ("a.localhost", True), ("::1", True), ("mail.org", False)],
)
def test_what_is_on_this_machine_is_known(host, expected):
    assert is_local(host) == expected
