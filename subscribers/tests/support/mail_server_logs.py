"""Lines of mail servers' logs about one letter, made by hand: taken, or only named.

`ENVELOPE` and `MESSAGE_ID` stand where a server writes what names the letter. Each is a
log of its own, in the form in which that server, or what carries its lines, writes it.
"""

ENVELOPE, MESSAGE_ID = "%ENVELOPE%", "%MESSAGE_ID%"

# The server took the letter.
TAKEN = {
    "postfix": """
Aug  7 09:00:03 mx postfix/smtpd[6]: 4ABC1D2E3F: client=crux[127.0.0.1]
Aug  7 09:00:03 mx postfix/cleanup[7]: 4ABC1D2E3F: message-id=<%MESSAGE_ID%>
Aug  7 09:00:03 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
Aug  7 09:00:04 mx postfix/smtp[8]: 4ABC1D2E3F: to=<ada@example.org>, relay=none, delay=1, status=deferred (timed out)
""",
    "postfix, long ids and another name": """
2025-08-07T09:00:03.123456+00:00 mx relay-eu/submission/smtpd[6]: 4bXyz12QrZz9rVc: client=crux[127.0.0.1], sasl_method=PLAIN, sasl_username=crux
2025-08-07T09:00:03.223456+00:00 mx relay-eu/cleanup[7]: 4bXyz12QrZz9rVc: message-id=<%MESSAGE_ID%>
2025-08-07T09:00:03.323456+00:00 mx relay-eu/qmgr[5]: 4bXyz12QrZz9rVc: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, RFC 5424": """
<22>1 2025-08-07T09:00:03.123456+00:00 mx postfix/cleanup 7 - - 4ABC1D2E3F: message-id=<%MESSAGE_ID%>
<22>1 2025-08-07T09:00:03.223456+00:00 mx postfix/qmgr 5 - - 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, RFC 5424 with an id and data": """
<22>1 2025-08-07T09:00:03.223456+00:00 mx postfix/qmgr 5 QMGR [origin ip="192.0.2.1"][x@1 y="z"] 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, by journalctl": """
Aug 07 09:00:03 mx postfix/cleanup[7]: 4ABC1D2E3F: message-id=<%MESSAGE_ID%>
Aug 07 09:00:03 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, by journalctl -o short-precise": """
Aug 07 09:00:03.123456 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, by journalctl -o short-iso": """
2025-08-07T09:00:03+0000 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, by journalctl -o short-full": """
Thu 2025-08-07 09:00:03 UTC mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, by docker logs -t": """
2025-08-07T09:00:03.123456789Z Aug  7 09:00:03 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, on Solaris": """
Aug  7 09:00:03 mx postfix/qmgr[5]: [ID 197553 mail.info] 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, on FreeBSD with -v": """
Aug  7 09:00:03 <mail.info> mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, held by an access table": """
Aug  7 09:00:03 mx postfix/cleanup[7]: 4ABC1D2E3F: message-id=<%MESSAGE_ID%>
Aug  7 09:00:03 mx postfix/smtpd[6]: 4ABC1D2E3F: hold: RCPT from crux[127.0.0.1]: <ada@example.org>: looked at by hand; from=<%ENVELOPE%> to=<ada@example.org> proto=ESMTP helo=<crux>
Aug  7 09:40:03 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
""",
    "postfix, its envelope quoted": """
Aug  7 09:00:03 mx postfix/qmgr[5]: 4ABC1D2E3F: from=<%ENVELOPE%>, size=44100, nrcpt=1 (queue active)
Aug  7 09:00:04 mx postfix/qmgr[5]: 4ABC1D2E3F: removed
""",
    "exim": """
2025-08-07 09:00:03 1uVxyz-00000000abc-0Xyz <= %ENVELOPE% H=crux [127.0.0.1] P=esmtp S=44100 id=%MESSAGE_ID%
2025-08-07 09:00:04 1uVxyz-00000000abc-0Xyz == ada@example.org R=dnslookup T=remote_smtp defer (-53): retry time not reached
""",
    "exim, old ids": """
2025-08-07 09:00:03 1RwDyU-00041L-Ba <= %ENVELOPE% H=(crux) [127.0.0.1] P=esmtps X=TLS1.3:TLS_AES_256_GCM_SHA384:256 CV=no S=44100 id=%MESSAGE_ID%
2025-08-07 09:00:04 1RwDyU-00041L-Ba => ada@example.org R=dnslookup T=remote_smtp H=mx.example.org [192.0.2.1] C="250 OK"
2025-08-07 09:00:04 1RwDyU-00041L-Ba Completed
""",
    "exim, with pid, zone and milliseconds": """
2025-08-07 09:00:03.123 +0000 [4711] 1uVxyz-00000000abc-0Xyz <= %ENVELOPE% H=crux [127.0.0.1]:4711 I=[127.0.0.1]:25 P=esmtp S=44100 id=%MESSAGE_ID% T="A quiet week" from <%ENVELOPE%> for ada@example.org
""",
    "exim, by syslog": """
Aug  7 09:00:03 mx exim[4711]: 1uVxyz-00000000abc-0Xyz <= %ENVELOPE% H=crux [127.0.0.1] P=esmtp S=44100 id=%MESSAGE_ID%
""",
    "exim, by syslog with its own time": """
Aug  7 09:00:03 mx exim[4711]: 2025-08-07 09:00:03 1uVxyz-00000000abc-0Xyz <= %ENVELOPE% H=crux [127.0.0.1] P=esmtp S=44100 id=%MESSAGE_ID%
""",
    "exim, RFC 5424": """
<22>1 2025-08-07T09:00:03Z mx exim 4711 - - 1uVxyz-00000000abc-0Xyz <= %ENVELOPE% H=crux [127.0.0.1] P=esmtp S=44100 id=%MESSAGE_ID%
""",
    "opensmtpd": """
Aug  7 09:00:03 mx smtpd[3920]: f274cf34b7d0786b smtp connected address=127.0.0.1 host=localhost
Aug  7 09:00:03 mx smtpd[3920]: f274cf34b7d0786b smtp message msgid=78e5c402 size=44100 nrcpt=1 proto=ESMTP
Aug  7 09:00:03 mx smtpd[3920]: f274cf34b7d0786b smtp envelope evpid=78e5c402920bcc4f from=<%ENVELOPE%> to=<ada@example.org>
Aug  7 09:00:04 mx smtpd[3920]: f274cf35d39a7d0b mta delivery evpid=78e5c402920bcc4f from=<%ENVELOPE%> to=<ada@example.org> rcpt=<-> source="192.0.2.7" relay="192.0.2.1 (mx.example.org)" delay=1s result="Ok" stat="250 ok"
""",
    "opensmtpd, RFC 5424": """
<22>1 2025-08-07T09:00:03.1Z mx smtpd 3920 - - f274cf34b7d0786b smtp envelope evpid=78e5c402920bcc4f from=<%ENVELOPE%> to=<ada@example.org>
""",
    "opensmtpd, an older one": """
Aug  7 09:00:03 mx smtpd[3920]: f274cf34b7d0786b smtp event=message address=127.0.0.1 host=localhost msgid=78e5c402 from=<%ENVELOPE%> to=<ada@example.org> size=44100 ndest=1 proto=ESMTP
""",
    "sendmail": """
Aug  7 09:00:03 mx sm-mta[812]: 5779021A012345: from=<%ENVELOPE%>, size=44100, class=0, nrcpts=1, msgid=<%MESSAGE_ID%>, proto=ESMTP, daemon=MTA, relay=crux [127.0.0.1]
Aug  7 09:00:04 mx sm-mta[813]: 5779021A012345: to=<ada@example.org>, delay=00:00:01, xdelay=00:00:01, mailer=esmtp, pri=164100, relay=mx.example.org. [192.0.2.1], dsn=4.0.0, stat=Deferred: timed out
""",
    "sendmail, RFC 5424": """
<22>1 2025-08-07T09:00:03Z mx sendmail 812 - - 5779021A012345: from=<%ENVELOPE%>, size=44100, class=0, nrcpts=1, msgid=<%MESSAGE_ID%>, proto=ESMTP, daemon=MTA, relay=crux [127.0.0.1]
<22>1 2025-08-07T09:00:04Z mx sendmail 813 - - 5779021A012345: to=<ada@example.org>, delay=00:00:01, mailer=esmtp, pri=164100, dsn=2.0.0, stat=Sent (ok)
""",
    "sendmail, tls and auth": """
Aug  7 09:00:03 mx sendmail[812]: 57790213012345: from=<%ENVELOPE%>, size=44100, class=0, nrcpts=1, msgid=<%MESSAGE_ID%>, bodytype=8BITMIME, proto=ESMTPS, daemon=MTA, relay=crux [127.0.0.1]
Aug  7 09:00:03 mx sendmail[812]: 57790213012345: to=<ada@example.org>, delay=00:00:00, mailer=relay, pri=74100, stat=queued
""",
}

# It did not, or nobody can tell: the letter must not count as accepted.
NAMED = {
    "exim, temporarily rejected": "2025-08-07 09:00:04 H=crux [127.0.0.1] F=<%ENVELOPE%> temporarily rejected RCPT <ada@example.org>: greylisted",
    "exim, with an id": "2025-08-07 09:00:04 1uVxyz-00000000abd-0Xyz H=crux [127.0.0.1] F=<%ENVELOPE%> temporarily rejected after DATA: try later",
    "exim, by syslog": "Aug  7 09:00:04 mx exim[4711]: H=crux [127.0.0.1] F=<%ENVELOPE%> rejected RCPT <ada@example.org>: no",
    "exim, at the filter": "2025-08-07 09:00:04 1uVxyz-00000000abd-0Xyz F=<%ENVELOPE%> rejected by local_scan(): id=%MESSAGE_ID%",
    "exim, broken off": "2025-08-07 09:00:04 SMTP connection from crux [127.0.0.1] lost while reading message data (header) F=<%ENVELOPE%>",
    "exim, its own bounce": "2025-08-07 09:00:04 1uVxyz-00000000abe-0Xyz => %ENVELOPE% R=dnslookup T=remote_smtp H=crux [127.0.0.1]",
    "postfix, refused": "Aug  7 09:00:04 mx postfix/smtpd[6]: NOQUEUE: reject: RCPT from crux[127.0.0.1]: 450 4.2.0 <ada@example.org>: Recipient address rejected: Greylisted; from=<%ENVELOPE%> to=<ada@example.org> proto=ESMTP helo=<crux>",
    "postfix, by a milter at MAIL": "Aug  7 09:00:04 mx postfix/smtpd[6]: NOQUEUE: milter-reject: MAIL from crux[127.0.0.1]: 451 4.7.1 Service unavailable; from=<%ENVELOPE%> proto=ESMTP helo=<crux>",
    "postfix, by a milter at the end": "Aug  7 09:00:04 mx relay-eu/cleanup[7]: 4ABC1D2EFF: milter-reject: END-OF-MESSAGE from crux[127.0.0.1]: 4.7.1 Try again; from=<%ENVELOPE%> to=<ada@example.org> proto=ESMTP helo=<crux>",
    "postfix, by its own checks": "Aug  7 09:00:04 mx postfix/cleanup[7]: 4ABC1D2EFF: reject: header Subject: A quiet week from crux[127.0.0.1]; from=<%ENVELOPE%> to=<ada@example.org> proto=ESMTP helo=<crux>: 5.7.1 no",
    "postfix, thrown away": "Aug  7 09:00:04 mx postfix/cleanup[7]: 4ABC1D2EFF: warning: header From: x from crux[127.0.0.1]; from=<%ENVELOPE%> to=<ada@example.org>",
    "postfix, begun": "Aug  7 09:00:04 mx postfix/cleanup[7]: 4ABC1D2EFF: message-id=<%MESSAGE_ID%>",
    "postfix, lost": "Aug  7 09:00:04 mx postfix/smtpd[6]: lost connection after DATA (1024 bytes) from crux[127.0.0.1] from=<%ENVELOPE%>",
    "postfix, by its policy": "Aug  7 09:00:04 mx postfix/policyd[9]: action=defer_if_permit sender=%ENVELOPE%",
    "postfix, told in a bounce": "Aug  7 09:00:04 mx postfix/smtp[8]: 4ABC1D2EFF: to=<%ENVELOPE%>, relay=crux[127.0.0.1]:25, delay=1, dsn=2.0.0, status=sent (250 ok)",
    "opendkim": "Aug  7 09:00:04 mx opendkim[9]: 4ABC1D2EFF: <%MESSAGE_ID%> no signature",
    "rspamd": "2025-08-07 09:00:04 #9(normal) <abc123>; task; rspamd_task_write_log: id: <%MESSAGE_ID%>, qid: <4ABC1D2EFF>, from: <%ENVELOPE%>, (default: F (soft reject)",
    "amavis": "Aug  7 09:00:04 mx amavis[9]: (00009-01) Blocked SPAM, <%ENVELOPE%> -> <ada@example.org>, Message-ID: <%MESSAGE_ID%>, mail_id: x",
    "opensmtpd, refused": 'Aug  7 09:00:04 mx smtpd[3920]: f274cf34b7d0786b smtp failed-command command="RCPT TO:<ada@example.org>" result="451 4.7.1 Greylisted" from=<%ENVELOPE%>',
    "opensmtpd, at MAIL": 'Aug  7 09:00:04 mx smtpd[3920]: f274cf34b7d0786b smtp failed-command command="MAIL FROM:<%ENVELOPE%>" result="421 Try again"',
    "opensmtpd, an older one": 'Aug  7 09:00:04 mx smtpd[3920]: f274cf34b7d0786b smtp event=failed-command address=127.0.0.1 host=localhost command="MAIL FROM:<%ENVELOPE%>" result="451 Try again"',
    "opensmtpd, by a filter": "Aug  7 09:00:04 mx smtpd[3920]: rspamd: f274cf34b7d0786b from=<%ENVELOPE%> message-id=<%MESSAGE_ID%> soft reject",
    "sendmail, refused": "Aug  7 09:00:04 mx sm-mta[812]: 5779021A012399: ruleset=check_rcpt, arg1=<ada@example.org>, relay=crux [127.0.0.1], reject=451 4.7.1 from=<%ENVELOPE%>",
    "sendmail, by a milter": """Aug  7 09:00:04 mx sm-mta[812]: 5779021A012399: from=<%ENVELOPE%>, size=44100, class=0, nrcpts=1, msgid=<%MESSAGE_ID%>, proto=ESMTP, daemon=MTA, relay=crux [127.0.0.1]
Aug  7 09:00:04 mx sm-mta[812]: 5779021A012399: Milter: data, reject=451 4.7.1 Try again
Aug  7 09:00:04 mx sm-mta[812]: 5779021A012399: to=<ada@example.org>, delay=00:00:01, pri=74100, stat=Try again""",
    "sendmail, broken off": "Aug  7 09:00:04 mx sm-mta[812]: 5779021A012399: from=<%ENVELOPE%>, size=0, class=0, nrcpts=1, proto=ESMTP, daemon=MTA, relay=crux [127.0.0.1]",
    "sendmail, its own bounce": "Aug  7 09:00:04 mx sm-mta[813]: 5779021A012398: to=<%ENVELOPE%>, delay=00:00:01, mailer=esmtp, pri=74100, dsn=2.0.0, stat=Sent",
    "crux itself": "2025-08-07T09:00:04Z crux[1]: carrying from=<%ENVELOPE%> id=<%MESSAGE_ID%>",
}
