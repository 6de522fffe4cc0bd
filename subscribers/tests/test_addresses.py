import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given
from hypothesis import strategies as st

from subscribers.addresses import is_local, normalised


@pytest.mark.parametrize(
    ("host", "expected"),
    [("localhost", True), ("a.localhost", True), ("::1", True), ("mail.org", False)],
)
def test_what_is_on_this_machine_is_known(host, expected):
    assert is_local(host) == expected


@given(
    st.one_of(
        st.emails(),
        st.from_regex(r"[a-z0-9.+_-]{1,66}@[a-z0-9.-]{1,20}\.(org|test|de|xn--p1ai)"),
        st.text(max_size=30),
        st.sampled_from(
            ["Info@x.org", "POSTMASTER@x.org", "a@X.ORG", " a@x.org ", "a..b@x.org",
             "a@b", "a@localhost", "a@x.local", "a@[1.2.3.4]", "x" * 64 + "@x.org",
             "x" * 65 + "@x.org", "a@" + "b." * 120 + "org", "a@xn--exmple-cua.org"]
        ),
    )
)  # fmt: skip
def test_the_short_way_of_normalising_comes_to_what_the_long_one_does(address):
    try:
        found = validate_email(address.strip(), check_deliverability=False).normalized
    except EmailNotValidError:
        found = None

    assert normalised(address) == found
