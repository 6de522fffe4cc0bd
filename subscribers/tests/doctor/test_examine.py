import io
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from django.core.management import CommandError, call_command

from subscribers.doctor import authentication
from subscribers.doctor.examine import Doctor
from subscribers.doctor.smtp_probe import Knock
from subscribers.letters import dkim
from subscribers.management.commands import doctor as command
from subscribers.tests.support.makers import make_newsletter
from subscribers.tests.support.zones import PUBLIC, RELAY, Zone, pem


def examine(*, zone=None, answer=None, outgoing="", **values):
    doctor = Doctor(
        names=zone or Zone(),
        knock=lambda _: answer or Knock(is_offered=True, protocol="TLSv1.3"),
        outgoing=outgoing,
    )
    newsletter = make_newsletter(**{"sender_address": "", **values})
    return {finding.matter: finding for finding in doctor.examine(newsletter)}


def amiss(findings):
    return {matter for matter, finding in findings.items() if not finding.is_ok}


# --- All of it --------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_house_in_order_has_nothing_wrong(production):
    findings = examine()

    assert amiss(findings) == set()
    assert list(findings) == [
        "transport", "BASE_URL", "alerts", "sender", "SPF", "DKIM", "DMARC", "PTR", "TLS",
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
    public, kind = authentication.public_half(dkim.Signer("x", "y", key))
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
    monkeypatch.setattr(authentication, "LEAST_BITS", least)
    public, _ = authentication.public_half(dkim.Signer("x", "y", key))

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

    assert authentication.policies(zone, "news.co.example") == []


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
def test_a_provider_without_its_key_is_told(production):
    production.DELIVERY_TRANSPORT = "anymail"
    production.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"

    findings = examine()

    assert amiss(findings) == {"transport"}
    assert "POSTMARK_SERVER_TOKEN" in findings["transport"].said


@pytest.mark.django_db
def test_a_providers_api_needs_neither_ptr_nor_tls_of_ours(production):
    production.DELIVERY_TRANSPORT = "anymail"

    findings = examine()

    assert amiss(findings) == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Knock(problem="no way in (refused)", remedy="Mend it."), "no way in"),
        (Knock(is_offered=True), "it offers STARTTLS"),
        (Knock(), "offers no STARTTLS"),
    ],
)
def test_letters_in_the_clear_are_wrong(production, answer, said):
    finding = examine(answer=answer)["TLS"]

    assert not finding.is_ok
    assert said in finding.said


@pytest.mark.django_db
def test_a_relay_on_this_machine_needs_no_tls(production):
    production.EMAIL_HOST = "localhost"

    assert examine(answer=Knock(), outgoing=RELAY)["TLS"].is_ok


# --- The command ------------------------------------------------------------------------


@pytest.fixture
def run(monkeypatch):
    def call(*arguments):
        monkeypatch.setattr(command, "LiveNames", Zone)
        monkeypatch.setattr(command, "knock", lambda _: Knock(protocol="TLSv1.3"))
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
    assert shown.count("  ok    ") == 12


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
