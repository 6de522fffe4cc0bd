"""Mail to a bounce mailbox that reports no failure: people, notes, delays, receipts, spam.

Made by hand. Each is given all that names a delivery truly, so that only its nature can
save a reader.
"""
# ruff: noqa: RUF001  letters of other scripts are meant

from collections.abc import Iterator
from itertools import cycle

from subscribers.tests.support.mailbox import Named

ADA = "Ada Byron <ada@example.org>"
FROM_NOBODY = "Return-Path: <>\n"
# Where the letter stands in what is written about it.
WAYS = ("nowhere", "quoted", "below", "attached")

# Who wrote, under which headline, with which further headers, and what.
PEOPLE = (
    (ADA, "Rejected by the journal", "",
     "Dear editors,\n\nthe journal rejected my paper: recipient of the prize unknown, they\n"
     "say. Your issue came as a comfort. Nothing has failed on your side.\n"),
    (ADA, "delivery failed", "",
     "Delivery failed at our door on Tuesday: the courier found no such person here and\n"
     "returned the parcel to sender. Would you send the book again, to 4 Elm Row?\n"),
    (ADA, "Undeliverable: A quiet week", "",
     "This message could not be delivered to ada@example.org.\n\nOnly joking, it came.\n"),
    (ADA, "Mail delivery failed: returning message to sender", "",
     "I get this headline whenever I write to you, what is wrong with your server?\n\n"
     "  letters@crux.example\n    550 5.1.1 The email account does not exist\n"),
    (ADA, "failure notice", "X-Mailer: an old one\n",
     "Hi. This is the qmail-send program at mx.example.\n"
     "I'm afraid I wasn't able to deliver your message to the following addresses.\n\n"
     "<bob@elsewhere.example>:\nno such user\n\nThat is what Bob's server says. Help?\n"),
    ("ada@example.org", "Delayed, as ever", "", "My train is delayed by 450 minutes.\n"),
    ("postmaster@example.org", "Returned", "",
     "The following address had permanent trouble with your newsletter: ada@example.org.\n"
     "She reads too much of it. Bob, who looks after mail here.\n"),
    ("Postmaster <postmaster@example.org>", "Your failed login to our list", "",
     "550 people are on our list. ada@example.org: user unknown to me, is she yours?\n"),
    ("root@example.org", "Cron <root@mx> run-parts /etc/cron.daily", "",
     "/etc/cron.daily/mail:\nmessage reject detail\n  RCPT\n    550 5.1.1 "
     "<ada@example.org>: Recipient address rejected: User unknown (total: 3)\n"),
    ("root <root@mx.example>", "Logwatch for mx (Linux)", "Auto-Submitted: auto-generated\n",
     "--- undeliverable addresses ---\n  ada@example.org   user unknown   3 times\n"),
    ("root <root@mx.example>", "Postfix log summary", FROM_NOBODY,
     "message bounce detail (by relay)\n  mx.example.org\n    550 5.1.1 <ada@example.org>: "
     "user unknown (1)\n"),
    ("Administrator <administrator@example.org>", "Undeliverable", "",
     "\"Undeliverable\" is the novel we read in May. Would you review it?\nAda, for the "
     "administrator, ada@example.org\n"),
    ("System Administrator <ada@example.org>", "Undeliverable: A quiet week", "",
     "Your message\n\n  To: ada@example.org\n  Subject: A quiet week\n\ndid reach me. Ada\n"),
    ("Mail Delivery Team <parcels@example.org>", "Failed delivery of your parcel", "",
     "We were unable to deliver your parcel to the following address: Ada, 4 Elm Row.\n"
     "Contact ada@example.org. It is returned.\n"),
    ("ada@example.org", "Please verify that you are human", f"{FROM_NOBODY}Precedence: bulk\n",
     "Your message to ada@example.org was not delivered. It waits until you prove that a\n"
     "person sent it: press reply within ten days.\n"),
    ("quarantine@mx.example", "Held: A quiet week", FROM_NOBODY,
     "A message to ada@example.org was quarantined as possible spam. Its recipient may\n"
     "release it. You need to do nothing.\n"),
    ("elm-owner@lists.example", "Your message to Elm awaits approval", FROM_NOBODY,
     "Your message to the list elm@lists.example was not delivered to its members: it is\n"
     "held until a moderator has seen it. ada@example.org is one.\n"),
    ("Support <help@example.org>", "[#4711] We have your message", FROM_NOBODY,
     "Your message has been received. It was sent automatically by our desk to\n"
     "ada@example.org, who answers within two days.\n"),
    ("ada@example.org", "This address is going away", FROM_NOBODY,
     "Unable to deliver your message to Ada in person: she left the firm in May.\n"
     "ada@example.org is no longer read. Write to bob@example.org.\n"),
    ("Ada Byron <ada@example.org>", "Mail failure", FROM_NOBODY,
     "This is an automatically generated delivery of regrets: ada@example.org does not\n"
     "work here any more and her mailbox is closed.\n"),
    ("no-reply@example.org", "Undelivered mail", FROM_NOBODY,
     "You are receiving this because ada@example.org blocked your address. This message\n"
     "was created automatically by her mail program.\n"),
    ("Ada <ada@example.org>", "Réexpédié : message rejeté", "",
     "Votre message n'a pas pu être remis à ma sœur ada@example.org, elle dormait.\n"),
    ("Ada <ada@example.org>", "Unzustellbar? Nein!", "",
     "Ihre Nachricht konnte nicht zugestellt werden, dachte ich; da lag sie im Spam.\n"),
    ("Postmaster <postmaster@example.org>", "Rückfrage", "",
     "Folgende Empfänger konnten nicht erreicht werden, als wir anriefen:\n"
     "ada@example.org. Haben Sie eine Nummer?\n"),
    ("Ada <ada@example.org>", "Mensaje rechazado", "",
     "Su mensaje no pudo ser entregado, dice mi abuela: ada@example.org no existe en\n"
     "su mundo.\n"),
    ("Ада <ada@example.org>", "Письмо не доставлено", "",
     "Ваше письмо не доставлено вовремя, а я ждала: ada@example.org.\n"),
    ("Ada <ada@example.org>", "メールが配信できませんでした", "",
     "メールは配信できませんでしたと聞きましたが、届いています。ada@example.org\n"),
    ("administrator@example.org", "Message blocked", "Precedence: list\n",
     "We blocked 554 messages in May. Yours was not one. ada@example.org says thanks.\n"),
    ("postmaster@example.org", "Undelivered Mail Returned to Sender",
     "Return-Path: <postmaster@example.org>\n",
     "Dear colleague,\n\na user here, ada@example.org, asks me to return this to you\n"
     "undelivered. She says her mailbox is full of it.\n"),
    ("postmaster@example.org", "failure notice", FROM_NOBODY,
     "I write by hand, though my relay names no sender. My letter to you failed: does\n"
     "ada@example.org break your SPF?\n"),
    ("Our office <mail@example.org>", "Geschlossen", FROM_NOBODY,
     "Ihre Nachricht konnte nicht zugestellt werden, das Büro ist zu. ada@example.org\n"
     "ist unbekannt verzogen.\n"),
    ('"postmaster" <ada@example.org>', "Delivery Status Notification (Failure)", "",
     "This is an automatically generated Delivery Status Notification.\n\nDid that fool "
     "your robot?\n"),
    ("list-request@lists.example", "Your message to Elm was rejected",
     "Return-Path: <elm-bounces@lists.example>\n",
     "Posting of your message \"A quiet week\" has been rejected by the moderator.\n"
     "ada@example.org is no member.\n"),
    ("monitoring@example.org", "CRITICAL: mail queue", FROM_NOBODY,
     "4711 undelivered\n<ada@example.org>: host mx said: 550 5.1.1 user unknown\n"),
    ("MDaemon@example.org", "Re: A quiet week", "",
     "I am Mary Daemon, and ada@example.org, user unknown to you, is my aunt.\n"),
    ("Mail Delivery System <sales@spam.example>", "Delivery failure: act now", "",
     "Your mailbox %ENVELOPE% is full. 5 messages could not be delivered to\n"
     "ada@example.org: 552 quota exceeded. Log in here.\n"),
    ("Mail Delivery Subsystem <it@spam.example>", "Undelivered Mail Returned to Sender", "",
     "This is the mail system at host crux.example.\n\nSix messages for ada@example.org "
     "were\nreturned: 550 user unknown. Confirm your account at http://spam.example/\n"),
)  # fmt: skip

# Of programs that answer for people away: subject and words.
NOTES = {
    "German": ("Abwesenheitsnotiz", "Ihre Nachricht konnte mir nicht zugestellt werden, da "
               "ich bis 14. Mai im Urlaub bin.\n"),
    "German, gone": ("Neue Adresse", "Die Adresse ada@example.org existiert nicht mehr. Ihre "
                     "E-Mail wurde nicht weitergeleitet.\n"),
    "French": ("Absence", "Votre message n'a pas pu être remis en mains propres : je suis en "
               "congé jusqu'au 14 mai.\n"),
    "Spanish": ("Ausente", "Este mensaje fue creado automáticamente: estoy de vacaciones y mi "
                "buzón está lleno.\n"),
    "Italian": ("Fuori sede", "Il suo messaggio non è stato ancora letto; sono in ferie.\n"),
    "Dutch": ("Afwezig", "Uw bericht is niet bezorgd bij mijn vervanger. Ik ben met vakantie.\n"),
    "Polish": ("Urlop", "Twoja wiadomość nie została doręczona osobiście: jestem na urlopie.\n"),
    "Portuguese": ("Férias", "A sua mensagem não foi entregue a mim: estou de férias.\n"),
    "Russian": ("Отпуск", "Ваше письмо не может быть прочитано: я в отпуске до 14 мая.\n"),
    "Japanese": ("不在", "メールは送信できませんので、五月十四日までお待ちください。\n"),
    "Swedish": ("Frånvarande", "Ditt meddelande kunde inte levereras till mig: semester.\n"),
    "Danish": ("Ferie", "Din besked blev ikke afleveret; jeg er på ferie til den 14.\n"),
    "Finnish": ("Poissa", "Viestiäsi ei voitu toimittaa minulle, olen lomalla.\n"),
    "Czech": ("Dovolená", "Vaše zpráva nebyla doručena, jsem na dovolené.\n"),
    "Turkish": ("İzindeyim", "Mesajınız bana teslim edilemedi; tatildeyim.\n"),
    "Greek": ("Απουσία", "Το μήνυμά σας δεν παραδόθηκε· λείπω σε άδεια.\n"),
    "Hungarian": ("Szabadság", "Üzenetét nem tudtam átvenni, szabadságon vagyok.\n"),
    "Chinese": ("外出", "您的邮件无法投递给我,我正在休假。\n"),
    "Korean": ("부재중", "메일을 전달할 수 없습니다. 휴가 중입니다.\n"),
    "English": ("Out until May", "Your message cannot be delivered to me before 14 May. The "
                "mailbox of ada@example.org is full.\n"),
    "English, gone": ("I have moved on", "ada@example.org: user unknown since I left. Failed "
                      "recipient of many prizes, now at ada@elsewhere.example.\n"),
    "English, by a form": ("Thank you", "This message was generated automatically by our "
                           "site. Delivery to the following recipient: ada@example.org.\n"),
}  # fmt: skip
MARKS_OF_NOTES = (
    FROM_NOBODY,
    "Auto-Submitted: auto-replied\n",
    f'{FROM_NOBODY}Auto-Submitted: auto-replied; owner-email="ada@example.org"\n',
    f"{FROM_NOBODY}Precedence: bulk\nX-Auto-Response-Suppress: All\n",
    f"{FROM_NOBODY}Auto-Submitted: auto-generated\n",
    "X-Autoreply: yes\nX-Precedence: auto_reply\n",
)

# What servers write while they still try; the sender, the headline, the words.
DELAYS = {
    "sendmail": ("Mail Delivery Subsystem <MAILER-DAEMON@mx.example>",
        "Warning: could not send message for past 4 hours",
        "    **********************************************\n"
        "    **      THIS IS A WARNING MESSAGE ONLY      **\n"
        "    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n"
        "    **********************************************\n\n"
        "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\n\n"
        "   ----- The following addresses had transient non-fatal errors -----\n"
        "<ada@example.org>\n\n   ----- Transcript of session follows -----\n"
        "<ada@example.org>... Deferred: 450 4.2.0 user unknown for now\n"
        "Warning: message still undelivered after 4 hours\n"
        "Will keep trying until message is 5 days old\n"),
    "exim": ("Mail Delivery System <Mailer-Daemon@mx.example>",
        "Warning: message 1uVxyz-00000000abc-0Xyz delayed 24 hours",
        "This message was created automatically by mail delivery software.\n"
        "A message that you sent has not yet been delivered to one or more of its\n"
        "recipients after more than 24 hours on the queue on mx.example.\n\n"
        "The address to which the message has not yet been delivered is:\n\n"
        "  ada@example.org\n    host mx.example.org [192.0.2.1]\n"
        "    Delay reason: SMTP error from remote mail server after RCPT TO: 550 no user\n\n"
        "No action is required on your part. Delivery attempts will continue for\n"
        "some time.\n"),
    "gmail": ("Mail Delivery Subsystem <mailer-daemon@gmail.example>",
        "Delivery Status Notification (Delay)",
        "** Delivery incomplete **\n\nThere was a temporary problem delivering your message "
        "to ada@example.org. The system will retry for 46 more hours. You'll be notified if "
        "the delivery fails permanently.\n\nThe response was:\n\nThe recipient server did not "
        "accept our requests to connect.\n"),
    "exchange": ("Microsoft Outlook <postmaster@example.org>", "Delivery delayed: A quiet week",
        "Delivery is delayed to these recipients or groups:\n\nada@example.org\n\n"
        "Subject: A quiet week\n\nThis message hasn't been delivered yet. Delivery will "
        "continue to be attempted.\n\nThe server will keep trying to deliver this message "
        "for the next 1 days, 19 hours and 57 minutes.\n"),
    "exchange, German": ("postmaster@example.org", "Zustellung verzögert: A quiet week",
        "Die Zustellung an folgende Empfänger oder Gruppen wurde verzögert:\n\n"
        "ada@example.org\n\nDiese Nachricht konnte noch nicht zugestellt werden. Es wird "
        "weiterhin versucht.\n"),
    "exchange, French": ("postmaster@example.org", "Remise différée : A quiet week",
        "La remise à ces destinataires ou groupes est différée :\n\nada@example.org\n\n"
        "Votre message n'a pas encore pu être remis. D'autres tentatives suivront.\n"),
    "exchange, Spanish": ("postmaster@example.org", "Entrega retrasada: A quiet week",
        "La entrega a estos destinatarios o grupos se ha retrasado:\n\nada@example.org\n\n"
        "Su mensaje no se pudo entregar por ahora. Se seguirá intentando.\n"),
    "courier": ("\"Courier mail server at mx.example\" <>", "WARNING: DELAYED MAIL",
        "This is a delivery status notification from mx.example,\nrunning the Courier mail "
        "server, version 1.\n\nThe original message was received on Thu, 7 Aug 2025\n\n"
        "                         DELAYED MAIL\n\nYour message is delayed for the "
        "following recipients:\n\n<ada@example.org>\n  Still trying.\n"),
    "opensmtpd": ("Mailer Daemon <MAILER-DAEMON@mx.example>",
        "Delivery status notification: warning",
        "    Hi!\n\n    This is the MAILER-DAEMON, please DO NOT REPLY to this email.\n\n"
        "    A message is delayed for more than 4 hours for the following\n"
        "    list of recipients:\n\nada@example.org: 450 4.2.0 mailbox unavailable\n\n"
        "    Please note that this is only a temporary failure report.\n"
        "    The message is kept in the queue for up to 4 days.\n"
        "    You DO NOT NEED to re-send the message to these recipients.\n\n"
        "    Below is a copy of the original message:\n"),
    "domino": ("Postmaster@example.org", "DELIVERY DELAYED: Re: A quiet week",
        "Your message\n\n  Subject: A quiet week\n\nhas not been delivered to:\n\n"
        "  ada@example.org\n\nbecause:\n\n  Router: no route for now. It will be tried "
        "again for 24 hours.\n"),
    "groupwise": ("postmaster@mx.example", "Message status - delayed",
        "The message that you sent has been delayed on its way to the following:\n\n"
        "\tada@example.org (host cannot be reached, delivery will be attempted again)\n"),
    "sendmail, told plainly": ("MAILER-DAEMON@mx.example", "Delayed mail (still being retried)",
        "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\nfrom crux\n\n"
        "The message is still in the queue. <ada@example.org>... Deferred: timed out\n"),
    "haraka": ("MAILER-DAEMON@mx.example", "Mail delayed",
        "Hi. This is the Haraka Mailer program at mx.example.\nYour message to "
        "<ada@example.org> is still in our queue: 451 try again. We keep trying.\n"),
    "a carrier": ("postmaster@example.org", "Message Delayed (A quiet week)",
        "Your message has been enqueued and undeliverable for 1 day to the following\n"
        "recipients:\n\n  Recipient address: ada@example.org\n  Reason: unable to deliver this "
        "message after 1 day\n\nThe mail system will continue to try to deliver it.\n"),
    "Italian": ("MAILER-DAEMON@mx.example", "Avviso di ritardo",
        "Il suo messaggio non è stato ancora consegnato a:\n\n  ada@example.org\n\n"
        "Verranno effettuati altri tentativi.\n"),
    "Dutch": ("MAILER-DAEMON@mx.example", "Vertraagd",
        "Uw bericht kon nog niet worden bezorgd bij <ada@example.org>. Het wordt opnieuw "
        "geprobeerd.\n"),
    "Polish": ("MAILER-DAEMON@mx.example", "Opóźnienie",
        "Twoja wiadomość nie została jeszcze doręczona do <ada@example.org>. Próby będą "
        "ponawiane.\n"),
    "Portuguese": ("MAILER-DAEMON@mx.example", "Entrega atrasada",
        "A sua mensagem ainda não foi entregue a <ada@example.org>; o servidor continuará "
        "tentando.\n"),
    "Russian": ("MAILER-DAEMON@mx.example", "Доставка задерживается",
        "Ваше сообщение пока не доставлено: <ada@example.org>. Попытки доставки будут "
        "продолжены.\n"),
    "Japanese": ("MAILER-DAEMON@mx.example", "配信の遅延",
        "メールの配信ができませんでした: ada@example.org\nしばらく再送を続けます。\n"),
}  # fmt: skip

# Good news, told by programs: the sender, the headline, the words.
GOOD_NEWS = {
    "sendmail": ("Mail Delivery Subsystem <MAILER-DAEMON@mx.example>", "Return receipt",
        "The original message was received at Thu, 7 Aug 2025 09:00:00 GMT\n\n"
        "   ----- The following addresses had successful delivery notifications -----\n"
        "<ada@example.org>  (relayed to non-DSN-aware mailer)\n\n"
        "   ----- Transcript of session follows -----\n<ada@example.org>... relayed; "
        "expect no further notifications\n"),
    "postfix": ("MAILER-DAEMON@mx.example (Mail Delivery System)",
        "Successful Mail Delivery Report",
        "This is the mail system at host mx.example.\n\nYour message was successfully "
        "delivered to the destination(s)\nlisted below.\n\n<ada@example.org>: delivery via "
        "mx.example.org: 250 2.0.0 Ok\n"),
    "exchange": ("Microsoft Outlook <postmaster@example.org>", "Delivered: A quiet week",
        "Your message has been delivered to the following recipients:\n\nada@example.org\n\n"
        "Subject: A quiet week\n"),
    "exchange, relayed": ("postmaster@example.org", "Relayed: A quiet week",
        "Delivery to these recipients or groups is complete, but no delivery notification "
        "was sent by the destination server:\n\nada@example.org\n"),
    "read": (ADA, "Read: A quiet week",
        "Your message\n\n   To: Ada\n   Subject: A quiet week\n   Sent: Thu, 7 Aug 2025\n\n"
        "was read on Thu, 7 Aug 2025.\n"),
    "not read": (ADA, "Not read: A quiet week",
        "Your message\n\n   To: Ada\n   Subject: A quiet week\n   Sent: Thu, 7 Aug 2025\n\n"
        "was deleted without being read on Fri, 8 Aug 2025. It failed to interest me.\n"),
    "not read, from a server": ("System Administrator <postmaster@example.org>",
        "Not read: A quiet week",
        "Your message\n\n   To: ada@example.org\n   Subject: A quiet week\n\nwas deleted "
        "without being read.\n"),
    "domino": (ADA, "Return Receipt", "Your document: A quiet week\nwas received by: Ada\n"),
    "German": (ADA, "Gelesen: A quiet week", "Ihre Nachricht an ada@example.org wurde "
        "gelesen. Dies heißt nicht, dass sie verstanden wurde.\n"),
}  # fmt: skip


def of_people(named: Named) -> Iterator[bytes]:
    for sender, subject, more, words in PEOPLE:
        for way in WAYS:
            yield _message(named, sender, subject, more, words, way)


def of_programs(named: Named) -> Iterator[bytes]:
    """Each in one way or another: notes under every mark, delays, and good news."""
    ways = cycle(WAYS)
    for subject, words in NOTES.values():
        for more in MARKS_OF_NOTES:
            yield _message(named, ADA, subject, more, words, next(ways))
        next(ways)
    for sender, subject, words in (*DELAYS.values(), *GOOD_NEWS.values()):
        for way in WAYS:
            yield _message(named, sender, subject, FROM_NOBODY, words, way)


def _message(
    named: Named, sender: str, subject: str, more: str, words: str, way: str
) -> bytes:
    words = words.replace("%ENVELOPE%", named.envelope)
    plain = "Content-Type: text/plain; charset=utf-8\n"
    kind = plain
    match way:
        case "quoted":
            lines = named.letter.splitlines()
            words += "\nOn Thursday you wrote:\n" + "".join(
                f"> {one}\n" for one in lines
            )
        case "below":
            words += f"\n-----Original Message-----\n{named.letter}"
        case "attached":
            kind = 'Content-Type: multipart/mixed; boundary="=_w"\n'
            words = (
                f"--=_w\n{plain}\n{words}\n"
                f"--=_w\nContent-Type: message/rfc822\n\n{named.letter}\n--=_w--\n"
            )
    return (
        f"{more}Received: from mx.example by crux.example; Thu, 7 Aug 2025 10:00:00\n"
        f"Delivered-To: {named.envelope}\nFrom: {sender}\nTo: {named.envelope}\n"
        f"Subject: {subject}\nMessage-ID: <note.1@mx.example>\n"
        f"In-Reply-To: <{named.message_id}>\nMIME-Version: 1.0\n{kind}\n{words}"
    ).encode()
