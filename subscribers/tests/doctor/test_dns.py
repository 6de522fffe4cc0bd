import socketserver
import threading

import dns.message
import dns.rcode
import dns.rdatatype
import dns.resolver
import dns.rrset
import pytest

from subscribers.doctor.dns import LiveNames, NoAnswer

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
