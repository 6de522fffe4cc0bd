import dkim as judge
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import (
    generate_private_key as generate_rsa,
)
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from subscribers.letters import dkim

MESSAGE = (
    b"From: The Weekly <letters@crux.example>\r\n"
    b"To: ada@example.org\r\n"
    b"Subject: =?utf-8?q?=C3=9Cber?=\r\n =?utf-8?q?_alles?=\r\n"
    b"Date: Thu, 07 Aug 2025 09:00:00 +0000\r\n"
    b"Message-ID: <1.2.3@crux.example>\r\n"
    b"List-Unsubscribe: <https://crux.example/unsubscribe/3.abc>,\r\n"
    b" <mailto:letters@crux.example?subject=unsubscribe%203.abc>\r\n"
    b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    b"\r\n"
    b"Hello  \r\n\r\n.dot\r\n\r\n\r\n"
)


@pytest.fixture(scope="module", params=["rsa", "ed25519"])
def key(request):
    if request.param == "ed25519":
        return Ed25519PrivateKey.generate()
    return generate_rsa(public_exponent=65537, key_size=2048)


def pem(key):
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def verify(message, key):
    if isinstance(key, Ed25519PrivateKey):
        public, kind = key.public_key().public_bytes_raw(), "ed25519"
    else:
        public, kind = (
            key.public_key().public_bytes(
                Encoding.DER, PublicFormat.SubjectPublicKeyInfo
            ),
            "rsa",
        )
    record = f"v=DKIM1; k={kind}; p={dkim._base64(public)}".encode()
    return judge.verify(message, dnsfunc=lambda name, timeout=5: record)


def signed(message, key):
    return dkim.load("crux.example", "s1", pem(key)).sign(message) + message


def test_another_program_finds_the_signature_good(key):
    assert verify(signed(MESSAGE, key), key)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b"Hello", b"Hallo"),
        (b"3.abc>,", b"4.abc>,"),
        (b"One-Click", b"Two-Clicks"),
        (b"From: The", b"From: evil@x.example\r\nFrom: The"),
    ],
)
def test_what_is_changed_on_the_way_breaks_it(key, was, becomes):
    assert not verify(signed(MESSAGE, key).replace(was, becomes, 1), key)


def test_both_unsubscribe_headers_are_signed(key):
    header = dkim.load("crux.example", "s1", pem(key)).sign(MESSAGE)

    names = header.split(b"\r\n h=")[1].split(b";")[0].split(b":")
    assert {b"list-unsubscribe", b"list-unsubscribe-post"} <= set(names)


def test_an_empty_body_is_signed_as_one_line_end(key):
    message = b"From: a@crux.example\r\nSubject: s\r\n\r\n"

    assert verify(signed(message, key), key)


def test_a_key_of_another_kind_is_refused():
    with pytest.raises(ValueError, match="RSA or Ed25519"):
        dkim.load("crux.example", "s1", pem(generate_private_key(SECP256R1())))


def test_what_is_no_open_key_is_refused_in_words():
    key = generate_private_key(SECP256R1())
    locked = key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    ).decode()

    for given in ("", "no key", locked):
        with pytest.raises(ValueError, match=r"^That is no private key in PEM"):
            dkim.load("crux.example", "s1", given)
