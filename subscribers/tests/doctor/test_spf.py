import pytest

from subscribers.doctor.spf import BadRecord, Inquiry, SpfResult, record_of
from subscribers.tests.support.zones import RELAY, Zone


def judge(address, **zone):
    table = {f"TXT {name}": (text,) for name, text in zone.items()}
    return Inquiry(Zone(**table), address).judge("a.org")


@pytest.mark.parametrize(
    ("address", "record", "verdict"),
    [
        ("1.2.3.4", "v=spf1 ip4:1.2.3.0/24 -all", SpfResult.PASS),
        ("1.2.4.4", "v=spf1 ip4:1.2.3.0/24 -all", SpfResult.FAIL),
        ("2001:db8::1", "v=spf1 ip6:2001:db8::/32 -all", SpfResult.PASS),
        ("1.2.3.4", "v=spf1 ip6:2001:db8::/32 ?all", SpfResult.NEUTRAL),
        (RELAY, "v=spf1 a:relay.news.org -all", SpfResult.PASS),
        ("8.8.4.9", "v=spf1 a:relay.news.org/24//64 -all", SpfResult.PASS),
        ("8.8.4.9", "v=spf1 a:relay.news.org -all", SpfResult.FAIL),
        (RELAY, "v=spf1 -ip4:8.8.4.4 +all", SpfResult.FAIL),
        (RELAY, "v=spf1 include:news.org ~all", SpfResult.PASS),
        ("1.1.1.1", "v=spf1 include:news.org ~all", SpfResult.SOFTFAIL),
        (RELAY, "v=spf1 redirect=news.org", SpfResult.PASS),
        (RELAY, "v=spf1 exp=why.org ptr exists:%{i}.a.org", SpfResult.NEUTRAL),
        (RELAY, "V=SPF1 IP4:8.8.4.4 -ALL", SpfResult.PASS),
        (RELAY, "nothing", SpfResult.NONE),
    ],
)
def test_spf_is_judged_as_receivers_do(address, record, verdict):
    assert judge(address, **{"a.org": record}) is verdict


def test_spf_takes_the_hosts_that_take_mail():
    zone = Zone(
        **{
            "TXT a.org": ("v=spf1 mx -all",),
            "MX a.org": ("", "relay.news.org"),
        }
    )

    assert Inquiry(zone, RELAY).judge("a.org") is SpfResult.PASS


@pytest.mark.parametrize(
    "record",
    [
        "v=spf1 include:a.org -all",
        "v=spf1 redirect=a.org",
        "v=spf1 include:none.org -all",
        "v=spf1 ip4:300.1.1.1 -all",
        "v=spf1 everything -all",
        "v=spf1 !all",
    ],
)
def test_a_broken_spf_record_is_told(record):
    with pytest.raises(BadRecord):
        judge("1.2.3.4", **{"a.org": record})


def test_ten_lookups_are_allowed_and_eleven_are_not():
    ten = {
        "a.org": "v=spf1 " + " ".join(["include:b.org"] * 10),
        "b.org": "v=spf1 -all",
    }
    eleven = {**ten, "a.org": ten["a.org"] + " include:b.org"}

    assert judge("1.2.3.4", **ten) is SpfResult.NEUTRAL
    with pytest.raises(BadRecord, match="more than 10"):
        judge("1.2.3.4", **eleven)


def test_text_that_only_begins_like_spf_is_none():
    assert record_of(Zone(**{"TXT a.org": ("v=spf1x", "other")}), "a.org") is None
