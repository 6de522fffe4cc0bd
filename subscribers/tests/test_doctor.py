import io
import socketserver
import threading
from base64 import b64encode
from datetime import UTC, datetime

import dns.message
import dns.rcode
import dns.rdatatype
import dns.resolver
import dns.rrset
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from django.core.management import CommandError, call_command

from subscribers import dkim as signing
from subscribers import domains, specimen
from subscribers.doctor import Doctor
from subscribers.management.commands import doctor as command
from subscribers.names import LiveNames, NoAnswer
from subscribers.relay import Answer, knock
from subscribers.spf import BadRecord, Inquiry, Verdict, record_of
from subscribers.tests.makers import make_issue, make_newsletter
from subscribers.tests.servers import running
from subscribers.transports.connection import Server

NOW = datetime(2025, 8, 7, 9, 0, tzinfo=UTC)
RELAY = "8.8.4.4"


def pem(key):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


KEY = Ed25519PrivateKey.generate()
PUBLIC = domains.public_half(signing.Signer("x", "y", KEY))[0]


class Zone:
    """Names that answer from a table: (kind, name) → values; None does not answer."""

    def __init__(self, **changes):
        self.table = {
            ("MX", "news.org"): ("mx.news.org",),
            ("TXT", "news.org"): ("v=spf1 ip4:8.8.4.4 -all", "hello"),
            ("TXT", "crux._domainkey.news.org"): (f"v=DKIM1; k=ed25519; p={PUBLIC}",),
            ("TXT", "_dmarc.news.org"): ("v=DMARC1; p=none; rua=mailto:a@news.org",),
            ("A", "relay.news.org"): (RELAY,),
            ("PTR", RELAY): ("relay.news.org",),
        }
        self.table.update({tuple(k.split(" ")): v for k, v in changes.items()})

    def _ask(self, kind, name):
        found = self.table.get((kind, name), ())
        if found is None:
            raise NoAnswer(f"no answer about {name!r} ({kind})")
        return found

    def texts(self, name):
        return self._ask("TXT", name)

    def addresses(self, name):
        return self._ask("A", name)

    def exchanges(self, name):
        return self._ask("MX", name)

    def pointers(self, address):
        return self._ask("PTR", address)


@pytest.fixture
def production(settings):
    """Settings with which everything is in order."""
    settings.DELIVERY_TRANSPORT = "smtp"
    settings.BASE_URL = "https://news.org"
    settings.DEFAULT_FROM_EMAIL = "News <news@news.org>"
    settings.EMAIL_HOST = "relay.news.org"
    settings.EMAIL_HOST_USER = ""
    settings.EMAIL_USE_TLS = True
    settings.DKIM_PRIVATE_KEY = pem(KEY)
    settings.DKIM_SELECTOR = "crux"
    settings.DKIM_DOMAIN = ""
    settings.BOUNCE_ADDRESS = ""
    return settings


def examine(*, zone=None, answer=None, outgoing="", **values):
    doctor = Doctor(
        names=zone or Zone(),
        knock=lambda _: answer or Answer(is_offered=True, protocol="TLSv1.3"),
        outgoing=outgoing,
    )
    newsletter = make_newsletter(**{"sender_address": "", **values})
    return {finding.matter: finding for finding in doctor.examine(newsletter)}


def amiss(findings):
    return {matter for matter, finding in findings.items() if not finding.is_ok}


# --- The DNS ----------------------------------------------------------------------------


RECORDS = {
    ("news.org.", "TXT"): ['"v=spf1 " "-all"'],
    ("news.org.", "MX"): ["20 second.news.org.", "10 First.news.org."],
    ("first.news.org.", "A"): ["192.0.2.1"],
    ("first.news.org.", "AAAA"): ["2001:db8::1"],
    ("1.2.0.192.in-addr.arpa.", "PTR"): ["first.news.org."],
}


class Handler(socketserver.BaseRequestHandler):
    """A name server for RECORDS."""

    def handle(self):
        answer = dns.message.make_response(dns.message.from_wire(self.request[0]))
        asked = answer.question[0]
        name, kind = asked.name.to_text(), dns.rdatatype.to_text(asked.rdtype)
        if "broken" in name:
            answer.set_rcode(dns.rcode.SERVFAIL)
        elif values := RECORDS.get((name, kind)):
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind, *values))
        elif name not in {known for known, _ in RECORDS}:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self.request[1].sendto(answer.to_wire(), self.client_address)


@pytest.fixture
def live():
    """Names that ask a server in a thread of the test."""
    with socketserver.UDPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers = ["127.0.0.1"]
        resolver.port = server.server_address[1]
        yield LiveNames(resolver)
        server.shutdown()
        thread.join()


def test_a_real_server_is_asked_and_understood(live):
    assert live.texts("news.org") == ("v=spf1 -all",)
    assert live.exchanges("news.org") == ("first.news.org", "second.news.org")
    assert live.addresses("first.news.org") == ("192.0.2.1", "2001:db8::1")
    assert live.pointers("192.0.2.1") == ("first.news.org",)


def test_no_such_name_and_no_such_record_are_answers(live):
    assert live.texts("absent.news.org") == ()
    assert live.texts("first.news.org") == ()


def test_a_server_that_fails_has_not_answered(live):
    with pytest.raises(NoAnswer, match="broken"):
        live.texts("broken.news.org")


# --- All of it --------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_house_in_order_has_nothing_wrong(production):
    findings = examine()

    assert amiss(findings) == set()
    assert list(findings) == [
        "transport", "BASE_URL", "sender", "SPF", "DKIM", "DMARC", "PTR", "TLS",
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "value", "matter", "said"),
    [
        ("DELIVERY_TRANSPORT", "file", "transport", "reach nobody"),
        ("BASE_URL", "http://news.org", "BASE_URL", "not https"),
        ("BASE_URL", "https://localhost", "BASE_URL", "Nobody else can reach"),
        ("BASE_URL", "https://127.0.0.1", "BASE_URL", "Nobody else can reach"),
        ("BASE_URL", "https://news.example", "BASE_URL", "Nobody else can reach"),
        ("DEFAULT_FROM_EMAIL", "Crux <crux@localhost>", "sender", "no address"),
        ("DEFAULT_FROM_EMAIL", "Crux <crux@localhost>", "SPF", "in no DNS"),
        ("DEFAULT_FROM_EMAIL", "a@mine.example", "sender", "an example's"),
        ("DEFAULT_FROM_EMAIL", "a@mute.org", "sender", "takes no mail"),
        ("DEFAULT_FROM_EMAIL", "a@mute.org", "SPF", "has no SPF record"),
        ("DEFAULT_FROM_EMAIL", "a@mute.org", "DMARC", "has no DMARC record"),
        ("DKIM_PRIVATE_KEY", "nonsense", "DKIM", "no key that can sign"),
        ("DKIM_SELECTOR", "other", "DKIM", "no key stands at other._domainkey"),
    ],
)
def test_each_setting_that_is_amiss_is_told(production, setting, value, matter, said):
    setattr(production, setting, value)

    finding = examine()[matter]

    assert not finding.is_ok
    assert said in finding.said


@pytest.mark.django_db
def test_a_dns_that_does_not_answer_is_not_a_missing_record(production):
    found = examine(zone=Zone(**{"TXT news.org": None}))["SPF"]

    assert not found.is_ok
    assert "Try again" in found.remedy


# --- Sender, SPF ------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("exchanges", "addresses", "is_ok"),
    [((), (RELAY,), True), ((), (), False), (("",), (RELAY,), False)],
)
def test_a_sender_can_be_answered_by_mx_or_else_by_address(
    production, exchanges, addresses, is_ok
):
    zone = Zone(**{"MX news.org": exchanges, "A news.org": addresses})

    assert examine(zone=zone)["sender"].is_ok == is_ok


@pytest.mark.django_db
def test_a_newsletters_sender_of_a_strange_domain_is_told(production):
    assert "sender" in amiss(examine(sender_address="a@other.org"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("record", "said"),
    [
        (("v=spf1 -all",), f"says fail of {RELAY}"),
        (("v=spf1 ~all",), "softfail"),
        (("v=spf1 a",), "neutral"),
        (("v=spf1 +all",), "whole world"),
        (("v=spf1 all",), "whole world"),
        (("v=spf1 -all", "v=spf1 a -all"), "2 SPF records"),
        (("v=spf1 ipv4:8.8.4.4 -all",), "no SPF mechanism"),
        (("v=spf10 -all",), "no SPF record"),
    ],
)
def test_an_spf_record_that_does_not_let_the_relay_send_is_wrong(
    production, record, said
):
    finding = examine(zone=Zone(**{"TXT news.org": record}))["SPF"]

    assert not finding.is_ok
    assert said in finding.said


@pytest.mark.django_db
def test_of_a_providers_relay_only_the_given_address_counts(production):
    production.EMAIL_HOST_USER = "news"
    zone = Zone(**{"TXT news.org": ("v=spf1 ip4:9.9.9.9 -all",)})

    assert examine(zone=zone)["SPF"].is_ok
    assert examine(zone=zone, outgoing="9.9.9.9")["SPF"].is_ok
    assert not examine(zone=zone, outgoing="9.9.9.8")["SPF"].is_ok


@pytest.mark.django_db
def test_spf_is_asked_of_the_envelope(production):
    production.BOUNCE_ADDRESS = "b@bounces.news.org"

    assert "bounces.news.org" in examine()["SPF"].said


def judge(address, **zone):
    table = {f"TXT {name}": (text,) for name, text in zone.items()}
    return Inquiry(Zone(**table), address).judge("a.org")


@pytest.mark.parametrize(
    ("address", "record", "verdict"),
    [
        ("1.2.3.4", "v=spf1 ip4:1.2.3.0/24 -all", Verdict.PASS),
        ("1.2.4.4", "v=spf1 ip4:1.2.3.0/24 -all", Verdict.FAIL),
        ("2001:db8::1", "v=spf1 ip6:2001:db8::/32 -all", Verdict.PASS),
        ("1.2.3.4", "v=spf1 ip6:2001:db8::/32 ?all", Verdict.NEUTRAL),
        (RELAY, "v=spf1 a:relay.news.org -all", Verdict.PASS),
        ("8.8.4.9", "v=spf1 a:relay.news.org/24//64 -all", Verdict.PASS),
        ("8.8.4.9", "v=spf1 a:relay.news.org -all", Verdict.FAIL),
        (RELAY, "v=spf1 -ip4:8.8.4.4 +all", Verdict.FAIL),
        (RELAY, "v=spf1 include:news.org ~all", Verdict.PASS),
        ("1.1.1.1", "v=spf1 include:news.org ~all", Verdict.SOFTFAIL),
        (RELAY, "v=spf1 redirect=news.org", Verdict.PASS),
        (RELAY, "v=spf1 exp=why.org ptr exists:%{i}.a.org", Verdict.NEUTRAL),
        (RELAY, "V=SPF1 IP4:8.8.4.4 -ALL", Verdict.PASS),
        (RELAY, "nothing", Verdict.NONE),
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

    assert Inquiry(zone, RELAY).judge("a.org") is Verdict.PASS


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

    assert judge("1.2.3.4", **ten) is Verdict.NEUTRAL
    with pytest.raises(BadRecord, match="more than 10"):
        judge("1.2.3.4", **eleven)


def test_text_that_only_begins_like_spf_is_none():
    assert record_of(Zone(**{"TXT a.org": ("v=spf1x", "other")}), "a.org") is None


# --- DKIM, DMARC ------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("records", "said"),
    [
        ((), "no key stands"),
        ((f"v=DKIM1; p={b64encode(b'x' * 32).decode()}",), "another key stands"),
        (("v=DKIM1; p=",), "another key stands"),
        (("v=DKIM1; p=!!!",), "another key stands"),
        (("v=DKIM1; p=abc",), "another key stands"),
    ],
)
def test_a_published_key_that_is_not_ours_is_wrong(production, records, said):
    zone = Zone(**{"TXT crux._domainkey.news.org": records})

    finding = examine(zone=zone)["DKIM"]

    assert said in finding.said
    assert f"k=ed25519; p={PUBLIC}" in finding.remedy


@pytest.mark.django_db
def test_a_key_split_by_spaces_is_the_same_key(production):
    key = generate_private_key(public_exponent=65537, key_size=2048)
    public, kind = domains.public_half(signing.Signer("x", "y", key))
    production.DKIM_PRIVATE_KEY = pem(key)
    record = f"k={kind}; p={public[:100]} {public[100:]}"

    finding = examine(zone=Zone(**{"TXT crux._domainkey.news.org": (record,)}))["DKIM"]

    assert kind == "rsa"
    assert finding.is_ok


@pytest.mark.django_db
@pytest.mark.parametrize(("least", "is_ok"), [(2049, False), (2048, True)])
def test_a_key_too_short_for_receivers_is_wrong(production, monkeypatch, least, is_ok):
    key = generate_private_key(public_exponent=65537, key_size=2048)
    production.DKIM_PRIVATE_KEY = pem(key)
    monkeypatch.setattr(domains, "LEAST_BITS", least)
    public, _ = domains.public_half(signing.Signer("x", "y", key))

    zone = Zone(**{"TXT crux._domainkey.news.org": (f"p={public}",)})

    assert examine(zone=zone)["DKIM"].is_ok == is_ok


@pytest.mark.django_db
def test_a_relay_may_sign_in_our_place_if_its_key_stands(production):
    production.DKIM_PRIVATE_KEY = ""

    assert examine()["DKIM"].is_ok
    zone = Zone(**{"TXT crux._domainkey.news.org": ()})
    assert "Nothing here signs" in examine(zone=zone)["DKIM"].said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("records", "said"),
    [
        (("v=DMARC1; p=none", "v=DMARC1; p=reject"), "several DMARC records"),
        (("v=DMARC1; p=maybe",), "p='maybe'"),
        (("v=DMARC1;",), "p=''"),
        (("v=DMARC10; p=none",), "no DMARC record"),
    ],
)
def test_a_dmarc_record_that_counts_for_nothing_is_wrong(production, records, said):
    finding = examine(zone=Zone(**{"TXT _dmarc.news.org": records}))["DMARC"]

    assert not finding.is_ok
    assert said in finding.said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sender", "signer", "policy", "is_ok"),
    [
        ("a@weekly.news.org", "", "p=none", True),
        ("a@weekly.news.org", "mail.news.org", "p=none", True),
        ("a@news.org", "mail.news.org", "p=none; adkim=s; aspf=s", True),
        ("a@weekly.news.org", "mail.news.org", "p=none; adkim=s; aspf=s", False),
        ("a@weekly.news.org", "other.org", "p=none; aspf=s", False),
    ],
)
def test_signature_or_envelope_must_speak_for_the_sender(
    production, sender, signer, policy, is_ok
):
    production.DEFAULT_FROM_EMAIL = sender
    production.DKIM_DOMAIN = signer
    if not is_ok:
        production.BOUNCE_ADDRESS = "b@elsewhere.org"
    zone = Zone(**{"TXT _dmarc.news.org": (f"v=DMARC1; {policy}",)})

    assert examine(zone=zone)["DMARC"].is_ok == is_ok


def test_a_registrys_own_policy_is_not_the_senders():
    zone = Zone(**{"TXT _dmarc.co.example": ("v=DMARC1; p=none; psd=y",)})

    assert domains.policies(zone, "news.co.example") == []


# --- PTR, TLS ---------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hosts", "said"),
    [((), "no name"), (("elsewhere.org",), "does not point back")],
)
def test_an_address_and_its_name_must_point_to_each_other(production, hosts, said):
    finding = examine(zone=Zone(**{f"PTR {RELAY}": hosts}))["PTR"]

    assert said in finding.said


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "10.0.0.1"])
def test_behind_a_local_relay_the_address_must_be_said(production, host):
    production.EMAIL_HOST = host

    assert "--address" in examine()["PTR"].remedy
    assert examine(outgoing=RELAY)["PTR"].is_ok


@pytest.mark.django_db
def test_a_providers_api_needs_neither_ptr_nor_tls_of_ours(production):
    production.DELIVERY_TRANSPORT = "anymail"

    findings = examine()

    assert amiss(findings) == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(problem="no way in (refused)", remedy="Mend it."), "no way in"),
        (Answer(is_offered=True), "it offers STARTTLS"),
        (Answer(), "offers no STARTTLS"),
    ],
)
def test_letters_in_the_clear_are_wrong(production, answer, said):
    finding = examine(answer=answer)["TLS"]

    assert not finding.is_ok
    assert said in finding.said


@pytest.mark.django_db
def test_a_relay_on_this_machine_needs_no_tls(production):
    production.EMAIL_HOST = "localhost"

    assert examine(answer=Answer(), outgoing=RELAY)["TLS"].is_ok


def test_knocking_tells_what_a_real_server_offers():
    with running() as (port, taken):
        answer = knock(Server("127.0.0.1", port))
        demanded = knock(Server("127.0.0.1", port, use_tls=True))

    assert answer == Answer(is_offered=False)
    assert "it has none" in demanded.problem
    assert taken == []


def test_knocking_at_a_closed_door_says_so():
    with running() as (port, _):
        pass

    answer = knock(Server("127.0.0.1", port))

    assert "no way in" in answer.problem
    assert "EMAIL_PORT" in answer.remedy


# --- The letter -------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_real_letter_is_composed_even_before_the_first_issue(production):
    findings = specimen.examine(make_newsletter(sender_address=""), NOW)

    assert [finding.matter for finding in findings] == ["letter", "links", "signature"]
    assert all(finding.is_ok for finding in findings)
    assert "trial" in findings[0].said


@pytest.mark.django_db
def test_the_newest_issue_is_the_one_that_is_looked_at(production):
    issue = make_issue(make_newsletter(sender_address=""))
    assert f"issue {issue.number}" in specimen.examine(issue.newsletter, NOW)[0].said

    make_issue(issue.newsletter, markdown="# Nothing\n")
    findings = specimen.examine(issue.newsletter, NOW)

    assert "tells no story" in findings[0].said


@pytest.mark.django_db
def test_an_unsigned_letter_has_no_line_about_its_signature(production):
    production.DKIM_PRIVATE_KEY = ""

    findings = specimen.examine(make_newsletter(), NOW)

    assert [finding.matter for finding in findings] == ["letter", "links"]


@pytest.mark.django_db
def test_a_signature_that_leaves_out_a_header_is_wrong(production, monkeypatch):
    short = tuple(n for n in signing.SIGNED if n != b"list-unsubscribe-post")
    monkeypatch.setattr(signing, "SIGNED", short)

    (*_, finding) = specimen.examine(make_newsletter(), NOW)

    assert "leaves out list-unsubscribe-post" in finding.said


def test_a_link_that_leads_nowhere_is_wrong():
    finding = specimen._links('<a href="https://a.org/">a</a> <a href="/about">b</a>')

    assert not finding.is_ok
    assert "'/about'" in finding.said


# --- The command ------------------------------------------------------------------------


@pytest.fixture
def run(monkeypatch):
    def call(*arguments):
        monkeypatch.setattr(command, "LiveNames", Zone)
        monkeypatch.setattr(command, "knock", lambda _: Answer(protocol="TLSv1.3"))
        out = io.StringIO()
        try:
            call_command("doctor", *arguments, stdout=out)
        except CommandError as error:
            return out.getvalue(), error.returncode, str(error)
        return out.getvalue(), 0, ""

    return call


@pytest.mark.django_db
def test_the_command_says_ok_line_by_line(production, run):
    make_newsletter(sender_address="")

    shown, code, _ = run()

    assert code == 0
    assert shown.count("  ok    ") == 11


@pytest.mark.django_db
def test_the_command_ends_with_1_and_says_what_to_do(production, run):
    production.BASE_URL = "http://news.org"
    one, _ = make_newsletter(sender_address=""), make_newsletter(sender_address="")

    shown, code, message = run("--newsletter", one.slug)

    assert (code, message) == (1, "1 to put right.")
    assert "WRONG BASE_URL" in shown
    assert "Set BASE_URL to the https address" in shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "No newsletter is active"),
        (("--newsletter", "weakly"), "No newsletter 'weakly'"),
        (("--address", "mail.org"), "--address"),
    ],
)
def test_the_command_is_told_what_it_cannot_use(run, arguments, said):
    _, code, message = run(*arguments)

    assert code == 2
    assert said in message
