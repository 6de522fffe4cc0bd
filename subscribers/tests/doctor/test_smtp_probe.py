import socketserver
import ssl
import threading
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from subscribers.delivery.transports.base import Unreachable
from subscribers.delivery.transports.smtp_connection import Connection, MailServer
from subscribers.doctor.smtp_probe import Knock, knock
from subscribers.tests.support.servers import running


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A file with a key and a certificate for localhost that nobody has issued."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file


class Handler(socketserver.StreamRequestHandler):
    """A mail server that offers STARTTLS and lets one user in."""

    def handle(self):
        if self.server.is_smtps and not self.encrypt():
            return
        self.say(self.server.greeting)
        while line := self.rfile.readline():
            match line.split()[0].upper():
                case b"EHLO":
                    self.say(b"250-localhost\r\n250-AUTH PLAIN\r\n250 STARTTLS")
                case b"STARTTLS":
                    self.say(b"220 go ahead")
                    if not self.encrypt():
                        return
                case b"AUTH":
                    self.say(b"535 no")
                case b"QUIT":
                    self.say(b"221 bye")
                    return

    def say(self, text):
        self.wfile.write(text + b"\r\n")

    def encrypt(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.server.certificate)
        try:
            self.connection = context.wrap_socket(self.connection, server_side=True)
        except OSError:
            return False
        self.setup_files()
        return True

    def setup_files(self):
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)

    def finish(self):
        self.connection.close()
        super().finish()


@contextmanager
def serving(certificate, greeting=b"220 localhost", *, is_smtps=False):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.greeting, server.certificate = greeting, certificate
        server.is_smtps = is_smtps
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_starttls_that_is_not_used_is_noticed(certificate):
    with serving(certificate) as port:
        answer = knock(MailServer("localhost", port))

    assert answer.is_offered
    assert not answer.protocol


def test_a_certificate_from_nobody_is_refused(certificate):
    with serving(certificate) as port:
        answer = knock(MailServer("localhost", port, use_tls=True))

    assert "its certificate is refused" in answer.problem


@pytest.fixture
def _trusted(certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@pytest.mark.usefixtures("_trusted")
def test_a_valid_certificate_is_told_with_its_protocol(certificate):
    with serving(certificate) as port:
        answer = knock(MailServer("localhost", port, use_tls=True))

    assert answer.protocol.startswith("TLSv1.")
    assert not answer.problem


@pytest.mark.usefixtures("_trusted")
def test_a_login_that_is_refused_is_told_without_the_password(certificate):
    with serving(certificate) as port:
        server = MailServer("localhost", port, user="me", password="hush", use_tls=True)
        answer = knock(server)

    assert "refuses the login (535)" in answer.problem
    assert "hush" not in answer.problem


def test_a_server_that_wants_nobody_is_told(certificate):
    with serving(certificate, greeting=b"554 go away") as port:
        answer = knock(MailServer("localhost", port))

    assert "554" in answer.problem


@pytest.mark.usefixtures("_trusted")
def test_letters_travel_by_tls_under_a_valid_certificate(certificate):
    with serving(certificate) as port:
        connection = Connection(MailServer("localhost", port, use_tls=True))
        connection.close()


def test_no_letter_travels_under_a_certificate_from_nobody(certificate):
    server = MailServer("localhost", 0, use_tls=True)
    with serving(certificate) as port, pytest.raises(Unreachable, match="certificate"):
        Connection(replace(server, port=port))


def test_a_server_that_wants_nobody_is_unreachable(certificate):
    server = MailServer("localhost", 0)
    with (
        serving(certificate, greeting=b"554 no") as port,
        pytest.raises(Unreachable, match="554"),
    ):
        Connection(replace(server, port=port))


def test_knocking_tells_what_a_real_server_offers():
    with running() as (port, taken):
        answer = knock(MailServer("127.0.0.1", port))
        demanded = knock(MailServer("127.0.0.1", port, use_tls=True))

    assert answer == Knock(is_offered=False)
    assert "it has none" in demanded.problem
    assert taken == []


def test_knocking_at_a_closed_door_says_so():
    with running() as (port, _):
        pass

    answer = knock(MailServer("127.0.0.1", port))

    assert "no way in" in answer.problem
    assert "EMAIL_PORT" in answer.remedy


@pytest.mark.usefixtures("_trusted")
def test_letters_travel_by_tls_from_the_first_byte(certificate):
    with serving(certificate, is_smtps=True) as port:
        server = MailServer("localhost", port, use_ssl=True)
        Connection(server).close()
        answer = knock(server)

    assert answer.protocol.startswith("TLSv1.")


def test_no_letter_travels_by_smtps_under_a_certificate_from_nobody(certificate):
    with (
        serving(certificate, is_smtps=True) as port,
        pytest.raises(Unreachable, match="certificate"),
    ):
        Connection(MailServer("localhost", port, use_ssl=True))
