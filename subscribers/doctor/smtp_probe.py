"""An SMTP probe: knocks to see whether the server encrypts (TLS); sends nothing."""

import smtplib
import ssl
from dataclasses import dataclass

from subscribers.delivery.transports.smtp_connection import MailServer, dial

TIMEOUT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Knock:
    """What came of knocking: a problem and its remedy, or how it was encrypted."""

    is_offered: bool = False  # STARTTLS
    protocol: str = ""  # such as TLSv1.3; empty: in the clear
    problem: str = ""
    remedy: str = ""


def knock(server: MailServer) -> Knock:
    """Connect as sending would, up to the login."""
    try:
        with dial(server, TIMEOUT_SECONDS) as client:
            return _knock(client, server)
    except ssl.SSLError as error:
        remedy = (
            "Give it a certificate for the name in EMAIL_HOST, from a known issuer."
        )
        return Knock(problem=f"its certificate is refused ({error})", remedy=remedy)
    except smtplib.SMTPAuthenticationError as error:
        remedy = "Correct EMAIL_HOST_USER and EMAIL_HOST_PASSWORD."
        return Knock(problem=f"it refuses the login ({error.smtp_code})", remedy=remedy)
    except (OSError, smtplib.SMTPException) as error:
        remedy = "Correct EMAIL_HOST and EMAIL_PORT, or let this machine reach it."
        return Knock(problem=f"no way in ({error})", remedy=remedy)


def _knock(client: smtplib.SMTP, server: MailServer) -> Knock:
    client.ehlo_or_helo_if_needed()
    is_offered = client.has_extn("starttls")
    protocol = ""
    if server.use_tls and not is_offered:
        remedy = "Use a port with STARTTLS, which is 587 as a rule."
        return Knock(problem="EMAIL_USE_TLS is set, and it has none", remedy=remedy)
    if server.use_tls:
        client.starttls(context=ssl.create_default_context())
        client.ehlo()
    if isinstance(client.sock, ssl.SSLSocket):
        protocol = client.sock.version() or ""
    if server.user:
        client.login(server.user, server.password)
    return Knock(is_offered=is_offered, protocol=protocol)
