"""Whether our own server knows who wrote: its header alone, and the sender's own domain."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.arrivals.authentication import passes, vouches_for
from newsletter.testing.examples import examples

OURS = "mx.news.example"
GOOD = f"{OURS}; dkim=pass (2048-bit key) header.d=lab.example header.s=k1"


def vouches(*headers, domain="lab.example", authserv_id=OURS):
    return vouches_for(domain, headers, authserv_id)


@pytest.mark.parametrize(
    "header",
    [
        GOOD,
        f"{OURS} 1; dkim=pass header.d=lab.example",
        f"{OURS};dkim=pass header.i=@lab.example",
        f"{OURS}; DKIM=Pass Header.D=LAB.example",
        f"{OURS};\n dkim=fail header.d=lab.example;\n spf=pass smtp.mailfrom=lab.example",
        f"{OURS}; spf=pass smtp.mailfrom=ana@lab.example",
        f"{OURS}; spf=pass (sender is ok; really) smtp.mailfrom=<ana@lab.example>",
        f'{OURS}; dkim=pass header.d="lab.example"',
        f"{OURS}; dkim/1=pass header.d=lab.example",
        f"{OURS}; none; arc=pass; dkim=pass header.d=other.example; "
        "dkim=pass header.d=lab.example",
    ],
)
def test_what_passed_at_our_server_for_the_senders_domain_counts(header):
    assert vouches(header)


@pytest.mark.parametrize(
    "header",
    [
        "",
        OURS,
        f"{OURS}; none",
        f"{OURS}; dkim=fail header.d=lab.example",
        f"{OURS}; dkim=passed header.d=lab.example",
        f"{OURS}; dkim=pass header.d=evil.example",
        f"{OURS}; dkim=pass header.d=sub.lab.example",
        f"{OURS}; dkim=pass header.d=notlab.example",
        f"{OURS}; dkim=pass header.d=example",
        f"{OURS}; dkim=pass",
        f"{OURS}; spf=softfail smtp.mailfrom=lab.example",
        f"{OURS}; spf=pass smtp.helo=lab.example",
        f"{OURS}; spf=pass header.d=lab.example",
        f"{OURS}; dmarc=pass header.from=lab.example",
        f"{OURS}; (dkim=pass header.d=lab.example)",
        f"{OURS}; spf=fail (dkim=pass header.d=lab.example",
        f'{OURS}; spf=fail reason="x; dkim=pass header.d=lab.example"',
        f'{OURS}; spf=pass smtp.mailfrom="x@lab.example"@evil.example',
        f'{OURS}; spf=pass smtp.mailfrom="; dkim=pass header.d=lab.example"@evil.example',
        f'{OURS}; spf=pass smtp.mailfrom="a\\"; dkim=pass header.d=lab.example ;"@evil.example',
        f"mx.evil.example; {OURS}; dkim=pass header.d=lab.example",
        "mx.evil.example; dkim=pass header.d=lab.example",
        f"({OURS}) mx.evil.example; dkim=pass header.d=lab.example",
        f"{OURS}.evil.example; dkim=pass header.d=lab.example",
    ],
)
def test_everything_else_does_not(header):
    assert not vouches(header)


def test_a_header_that_the_sender_put_under_ours_is_not_asked():
    assert not vouches(f"{OURS}; dkim=none", GOOD)
    assert vouches(GOOD, f"{OURS}; dkim=none")
    assert not vouches("mx.evil.example; dkim=pass header.d=lab.example", "")
    assert vouches("mx.other.example; spf=none", GOOD)


def test_a_domain_above_the_senders_vouches_for_it_and_one_beneath_does_not():
    assert vouches(GOOD, domain="mail.lab.example")
    assert not vouches(GOOD, domain="example")


def test_without_a_trusted_name_nobody_is_known():
    assert not vouches(GOOD, authserv_id="")
    assert not vouches("; dkim=pass header.d=lab.example", authserv_id="")


@settings(max_examples=examples(200))
@given(st.text(alphabet='ab;=()"\\ .@\n\tdkimpasheder', max_size=200))
def test_whatever_stands_there_it_is_read(header):
    assert isinstance(vouches(f"{OURS}; {header}"), bool)
    assert all(isinstance(one, str) for one in passes(header))


@pytest.mark.parametrize(
    "sign", ["(", ")", '"', "\\", ";", "=", "dkim=pass ", "header.d="]
)
def test_length_costs_no_more_than_its_length(sign):
    assert not vouches(f"{OURS}; {sign * 100_000}")
