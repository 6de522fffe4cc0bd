"""Which addresses are public: the attacks that others fell for, and legitimate ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from newsletter.web.guard import Complaint, is_public, judge
from newsletter.web.page import Fault

WEB = frozenset({80, 443})


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104  nothing is bound
        "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "169.254.170.2", "172.16.0.1",
        "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
        "240.0.0.1", "255.255.255.255", "168.63.129.16",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
        "::10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "100::1", "2001::1",
        "2001:10::1", "2001:db8::1", "2002:a00:1::", "2002:7f00:1::", "3fff::1",
        "3ffe::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0",
        "fec0::1", "ff02::1", "::ffff:0:127.0.0.1",
        "", "a", "127.1", "0x7f.1", "2130706433", "1.1.1.1 ", "01.1.1.1", "1.1.1.256",
    ],
)  # fmt: skip
def test_an_address_that_is_not_for_the_public_is_none(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1",
        "172.32.0.1", "192.0.1.1", "198.20.0.1", "223.255.255.255", "168.63.129.17",
        "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888",
        "::ffff:8.8.8.8", "64:ff9b::808:808",
    ],
)  # fmt: skip
def test_an_address_beside_those_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://127.1/", "http://0x7f000001/", "http://0x7f.1/",
        "http://2130706433/", "http://0177.0.0.1/", "http://017700000001/",
        "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
        "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://127.0.0.1./",
        "http://169.254.169.254/latest/meta-data/", "http://localhost/",
        "http://LOCALHOST./", "http://metadata/", "http://0/", "http://0.0.0.0/",
        "http://[fe80::1%25eth0]/", "http://user@a.org/", "http://user:secret@a.org/",
        "http://a.org@127.0.0.1/", "http://:@a.org/", "https://a.org:22/",
        "http://a.org:6379/", "http://a.org:8080/", "ftp://a.org/", "file:///etc/passwd",
        "gopher://a.org/", "javascript:alert(1)", "data:text/html,x", "ws://a.org/",
        "mailto:me@a.org", "http://1.1.1.1.1/", "http://a.org.1/",
    ],
)  # fmt: skip
def test_a_url_that_is_not_asked_for_is_refused(url):
    found = judge(url, WEB)

    assert isinstance(found, Complaint)
    assert found.fault is Fault.REFUSED


@pytest.mark.parametrize(
    "url",
    [
        "", "a.org", "/path", "//a.org/", "http://", "http:///path", "https://[::1",
        "http://a b.org/", "http://a.org/x y", "http://a.org\\@127.0.0.1/",
        "http://a.org/\r\nHost: b.org", "http://a..org/", "http://-a.org/",
        "http://a.org-/", "http://" + "a" * 64 + ".org/", "http://a.org:99999/",
        "http://a.org:x/", "https://a.org/" + "x" * 5000, "http://exa$mple.org/",
        "http://a.org\x00/",
    ],
)  # fmt: skip
def test_what_is_no_url_is_malformed(url):
    found = judge(url, WEB)

    assert isinstance(found, Complaint)
    assert found.fault is Fault.MALFORMED


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://a.org", "a.org"),
        ("HTTPS://A.ORG:443/B?c=d", "a.org"),
        ("http://a.org:80/", "a.org"),
        ("https://bücher.example/ä", "xn--bcher-kva.example"),
        ("https://a.org./", "a.org."),
        ("https://1.1.1.1/", "1.1.1.1"),
        ("https://[2606:4700::1111]/", "2606:4700::1111"),
        ("https://my_host.a.org/", "my_host.a.org"),
        ("https://3com.a.org/", "3com.a.org"),
    ],
)
def test_an_ordinary_url_is_asked_for(url, host):
    found = judge(url, WEB)

    assert isinstance(found, URL)
    assert (found.raw_host or "").lower() == host


def test_a_port_is_open_when_it_is_set():
    assert isinstance(judge("https://a.org:8443/", frozenset({8443})), URL)


@given(st.text(st.characters() | st.sampled_from("/:@.[]#?%0x127\\")))
def test_no_text_whatever_makes_it_raise(text):
    assert judge(text, WEB) is not None
    assert judge("http://" + text, WEB) is not None
    assert is_public(text) in (True, False)
