"""Exports of other systems, their headings in our own rows: who may be written to."""

from io import BytesIO

import pytest

from subscribers.lists import table
from subscribers.lists.headings import KNOWN, Membership, meaning_of, name_of
from subscribers.lists.rows import entries
from subscribers.lists.table import BadSheet

STAYS, PENDING, LEFT = Membership.SUBSCRIBED, Membership.PENDING, Membership.LEFT
PAUSED, SUPPRESSED = Membership.PAUSED, Membership.SUPPRESSED
BOUNCED, COMPLAINED = Membership.BOUNCED, Membership.COMPLAINED


def read(text, **told):
    meanings = {name_of(name): meaning_of(word) for name, word in told.items()}
    return list(entries(table.read(BytesIO(text.encode())), meanings))


# Of each system the headings that its export has, and a row of each sort.
SYSTEMS = {
    "Mailchimp, subscribed": (
        "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,"
        "CONFIRM_IP,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS",
        {
            "a@x.org,Ada,2,,,2020-01-02 03:04:05,192.0.2.1,,,,,,2020-01-02,1,e,,vip": STAYS
        },
    ),
    "Mailchimp, unsubscribed": (
        "Email Address,OPTIN_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,"
        "UNSUB_REASON,UNSUB_REASON_OTHER,LEID",
        {"a@x.org,,2021-02-03 04:05:06,May,7,NORMAL,,1": LEFT},
    ),
    "Mailchimp, cleaned": (
        "Email Address,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID",
        {"a@x.org,2021-02-03 04:05:06,May,7,1": BOUNCED, "b@x.org,,,,2": STAYS},
    ),
    "Mailman": (
        "address,display_name,delivery_mode,delivery_status,role",
        {
            "a@x.org,Ada,regular,enabled,member": STAYS,
            "b@x.org,,regular,by_user,member": PAUSED,
            "c@x.org,,regular,by_bounces,member": BOUNCED,
            "d@x.org,,regular,by_moderator,member": SUPPRESSED,
        },
    ),
    "phpList": (
        "Email;Confirmed;Blacklisted;Opted in;Bounce count;Unique ID;Send HTML;RSS freq;"
        "Password;Disabled;Foreign key;Name",
        {
            "a@x.org;1;0;1;3;u;1;;;0;;Ada": STAYS,
            "b@x.org;1;1;1;0;u;1;;;0;;Bob": SUPPRESSED,
            "c@x.org;0;0;0;0;u;1;;;0;;Cy": LEFT,
            "d@x.org;1;0;1;0;u;1;;;1;;Di": LEFT,
        },
    ),
    "phpList, in its own words": (
        "id\tEmail\tIs this subscriber confirmed\tIs this subscriber blacklisted\t"
        "Did this subscriber manually confirm\tNumber of bounces\tSend this subscriber "
        "HTML emails\tIs this account disabled?\tName\tList Membership",
        {
            "1\ta@x.org\t1\t0\t0\t3\t1\t0\tAda\tWeekly ": STAYS,
            "2\tb@x.org\t1\t1\t1\t0\t1\t0\tBob\tWeekly ": SUPPRESSED,
            "3\tc@x.org\t0\t0\t0\t0\t1\t0\tCy\tWeekly ": PENDING,
            "4\td@x.org\t1\t0\t1\t0\t1\t1\tDi\tWeekly ": LEFT,
        },
    ),
    "CleverReach": (
        "email;activated;registered;deactivated;bounced;source;Name",
        {
            "a@x.org;1577836800;1577836800;0;0;form;Ada": STAYS,
            "b@x.org;1577836800;1577836800;1609459200;0;form;Bob": LEFT,
            "c@x.org;1577836800;1577836800;0;1609459200;form;Cy": BOUNCED,
            "d@x.org;0;1577836800;0;0;form;Di": PENDING,
        },
    ),
    "Mailgun, a list": (
        "address,name,vars,subscribed",
        {'a@x.org,Ada,"{}",yes': STAYS, 'b@x.org,Bob,"{}",no': LEFT},
    ),
    "Sendy": (
        "Name,Email,Last activity,Status,Country,Signedup from,Unsubscribed,Bounced,"
        "Bounce soft,Complaint",
        {
            "Ada,a@x.org,,Subscribed,,,0,0,0,0": STAYS,
            "Bob,b@x.org,,Unsubscribed,,,1,0,0,0": LEFT,
            "Cy,c@x.org,,Marked as spam,,,0,0,0,1": COMPLAINED,
            "Di,d@x.org,,Unconfirmed,,,0,0,0,0": PENDING,
        },
    ),
    "listmonk": (
        "uuid,email,name,attributes,status,created_at,updated_at",
        {
            'u,a@x.org,Ada,"{}",enabled,2020-01-01,2020-01-01': STAYS,
            'u,b@x.org,Bob,"{}",blocklisted,2020-01-01,2020-01-01': SUPPRESSED,
            'u,c@x.org,Cy,"{}",disabled,2020-01-01,2020-01-01': LEFT,
        },
    ),
    "Ghost": (
        "id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,"
        "created_at,deleted_at,labels,tiers",
        {
            "1,a@x.org,Ada,,true,false,,2020-01-01,,,": STAYS,
            "2,b@x.org,Bob,,false,false,,2020-01-01,,,": LEFT,
            "3,c@x.org,Cy,,true,false,,2020-01-01,2021-01-01,,": LEFT,
        },
    ),
    "Substack": (
        "email,active_subscription,expiry,plan,email_disabled,created_at,"
        "first_payment_at",
        {
            "a@x.org,false,,other,false,2020-01-01,": STAYS,
            "b@x.org,true,2030-01-01,yearly,true,2020-01-01,2020-01-01": LEFT,
        },
    ),
    "Buttondown": (
        "email,type,creation_date,unsubscription_date,unsubscription_reason,churn_date,"
        "undeliverability_date,undeliverability_reason,tags,metadata,secondary_id",
        {
            "a@x.org,regular,2020-01-01,,,,,,,,1": STAYS,
            "b@x.org,unsubscribed,2020-01-01,2021-01-01,,,,,,,2": LEFT,
            "c@x.org,undeliverable,2020-01-01,,,,2021-01-01,hard_bounce,,,3": BOUNCED,
            "d@x.org,complained,2020-01-01,,,,,,,,4": COMPLAINED,
            "e@x.org,unactivated,2020-01-01,,,,,,,,5": PENDING,
        },
    ),
    "beehiiv": (
        "subscriber_id,email,status,subscription_tier,subscribe_date,unsubscribe_date,"
        "utm_source,utm_medium",
        {
            "s,a@x.org,active,free,2020-01-01,,,": STAYS,
            "s,b@x.org,inactive,free,2020-01-01,2021-01-01,,": LEFT,
            "s,c@x.org,pending,free,2020-01-01,,,": PENDING,
        },
    ),
    "Kit": (
        "Email,First Name,Status,Created At,Referrer,Tags",
        {
            "a@x.org,Ada,active,2020-01-01,,": STAYS,
            "b@x.org,Bob,cancelled,2020-01-01,,": LEFT,
            "c@x.org,Cy,bounced,2020-01-01,,": BOUNCED,
            "d@x.org,Di,complained,2020-01-01,,": COMPLAINED,
            "e@x.org,Ed,inactive,2020-01-01,,": PENDING,
        },
    ),
    "MailerLite": (
        "Subscriber,Status,Sent,Opened,Clicked,Subscribed,Unsubscribed,Signup IP,Location",
        {
            "a@x.org,active,1,1,1,2020-01-01 01:02:03,,,": STAYS,
            "b@x.org,unsubscribed,1,1,1,2020-01-01 01:02:03,2021-01-01 01:02:03,,": LEFT,
            "c@x.org,junk,1,1,1,2020-01-01 01:02:03,,,": COMPLAINED,
            "d@x.org,unconfirmed,1,1,1,,,,": PENDING,
        },
    ),
    "Brevo": (
        "CONTACT ID;EMAIL;FIRSTNAME;DOUBLE_OPT-IN;OPT_IN;EMAIL_BLACKLISTED;ADDED_TIME;"
        "MODIFIED_TIME",
        {
            "1;a@x.org;Ada;1;true;false;2020-01-01;2020-01-01": STAYS,
            "2;b@x.org;Bob;2;true;true;2020-01-01;2020-01-01": SUPPRESSED,
            "3;c@x.org;Cy;2;false;false;2020-01-01;2020-01-01": LEFT,
        },
    ),
    "ActiveCampaign": (
        "Email,First Name,Last Name,Phone,Status,Date Subscribed,Date Unsubscribed,"
        "Unsubscribe Reason,IP Address",
        {
            "a@x.org,Ada,,,Active,2020-01-01,,,": STAYS,
            "b@x.org,Bob,,,Unsubscribed,2020-01-01,2021-01-01,Too many,": LEFT,
            "c@x.org,Cy,,,Bounced,2020-01-01,,,": BOUNCED,
        },
    ),
    "Campaign Monitor": (
        "Email Address,Name,State,Date Subscribed,Date Unsubscribed,Consent to track",
        {
            "a@x.org,Ada,Active,2020-01-01,,Yes": STAYS,
            "b@x.org,Bob,Deleted,2020-01-01,2021-01-01,No": LEFT,
            "c@x.org,Cy,Bounced,2020-01-01,,Yes": BOUNCED,
        },
    ),
    "AWeber": (
        "Email,Name,Date Added,Stop Time,Stop Status,IP Address,Ad Tracking",
        {
            "a@x.org,Ada,2020-01-01,,,,": STAYS,
            "b@x.org,Bob,2020-01-01,2021-01-01,unsubscribed,,": LEFT,
            "c@x.org,Cy,2020-01-01,2021-01-01,undeliverable,,": BOUNCED,
        },
    ),
    "Mailjet": (
        "Email,Name,CreatedAt,IsExcludedFromCampaigns,IsOptInPending,IsSpamComplaining,"
        "IsUnsubscribed,UnsubscribedAt,DeliveredCount",
        {
            "a@x.org,Ada,2020-01-01,false,false,false,false,,7": STAYS,
            "b@x.org,Bob,2020-01-01,true,false,false,false,,7": SUPPRESSED,
            "c@x.org,Cy,2020-01-01,false,false,false,true,2021-01-01,7": LEFT,
            "d@x.org,Di,2020-01-01,false,false,true,false,,7": COMPLAINED,
            "e@x.org,Ed,2020-01-01,false,true,false,false,,7": PENDING,
        },
    ),
}


@pytest.mark.parametrize(
    "system", [name for name, (_, rows) in SYSTEMS.items() if rows]
)
def test_an_export_of_a_well_known_system_is_understood(system):
    headings, rows = SYSTEMS[system]

    found = read("\n".join([headings, *rows]))

    assert [one.fault for one in found] == [""] * len(rows)
    assert [one.standing for one in found] == list(rows.values())


def test_what_may_forbid_letters_and_is_not_known_is_asked_about():
    with pytest.raises(BadSheet, match='--column "Gone, stopped=nothing"'):
        read('email,"Gone, stopped"\n')
    assert read('email,"Gone, stopped"\n', **{"gone stopped": "nothing"}) == []


@pytest.mark.parametrize(
    "heading",
    ["unsubscribed=?", "Abgemeldet am", "désinscrit", "Estado", "stato iscrizione",
     "Статус", "gdpr_ok", "Left the list", "do_not_write", "inactive since", "hard bounce?",
     "is_blocked_by_owner", "mail_permission", "suppression list", "user deleted?",
     "error", "reason", "aktiv", "abonniert", "suscrito", "iscritto", "actief", "подписан",
     "購読中", "订阅", "구독 상태", "avregistrerad", "descadastrado"],
)  # fmt: skip
def test_no_heading_that_sounds_of_leaving_is_passed_over(heading):
    text = f"email,{heading}\na@x.org,1\n"

    if KNOWN.get(name_of(heading)):
        assert read(text)[0].standing is not STAYS
    else:
        with pytest.raises(BadSheet, match="--column"):
            read(text)


@pytest.mark.parametrize(
    "heading",
    ["name", "city", "First Name", "subscribed_at", "opt-in time", "confirmed at",
     "created", "score", "last active at", "subscription date", "country", "language",
     "subscriber id", "utm_source", "birthday", "company", "total sent", "opened"],
)  # fmt: skip
def test_headings_that_forbid_nothing_stop_nothing(heading):
    assert read(f"email,{heading}\na@x.org,1\n")[0].standing is STAYS


@pytest.mark.parametrize(
    ("heading", "cell", "standing"),
    [
        ("unsubscribed", "true", LEFT),
        ("unsubscribed", "2021-01-01", LEFT),
        ("unsubscribed", "false", STAYS),
        ("unsubscribed", "0", STAYS),
        ("unsubscribed_at", "0000-00-00 00:00:00", STAYS),
        ("unsubscribed_at", "NULL", STAYS),
        ("email_disabled", "TRUE", LEFT),
        ("email_disabled", "no", STAYS),
        ("CLEAN_TIME", "2020-01-01 00:00:00", BOUNCED),
        ("blacklisted", "1", SUPPRESSED),
        ("subscribed", "no", LEFT),
        ("subscribed", "2020-01-01", STAYS),
        ("subscribed", "unsubscribed", LEFT),
        ("confirmed", "0", PENDING),
        ("Spam", "yes", COMPLAINED),
        ("tags", "vip", STAYS),
        ("tags", "unsubscribed", LEFT),
        ("tags", '"vip, unsubscribed"', LEFT),
        ("tags", "vip | no", STAYS),
        ("subscribed", "Nein", LEFT),
        ("subscribed", "Ja", STAYS),
        ("deactivated", "1700000000", LEFT),
    ],
)
def test_a_cell_is_read_by_its_heading(heading, cell, standing):
    assert read(f"email,{heading}\na@x.org,{cell}\n")[0].standing is standing


def test_what_an_operator_says_of_a_column_holds():
    text = "email,gone since\na@x.org,1999\nb@x.org,\n"

    found = read(text, **{"Gone since": "left"})

    assert [one.standing for one in found] == [LEFT, STAYS]
    with pytest.raises(BadSheet, match="No column can be"):
        read(text, **{"Gone since": "away"})


@pytest.mark.parametrize("heading", ["consent", "active", "subscribed", "status"])
def test_a_word_that_nobody_knows_is_skipped_where_it_has_to_be_known(heading):
    (row,) = read(f"email,{heading}\na@x.org,perhaps\n")

    assert "'perhaps'" in row.fault


def test_a_blank_that_may_be_a_no_is_asked_about():
    text = "email,opted in\na@x.org,x\nb@x.org,\n"

    with pytest.raises(BadSheet, match='--column "opted in=needed"'):
        read(text)
    needed = read(text, **{"opted in": "needed"})
    nothing = read(text, **{"opted in": "nothing"})

    assert [one.standing for one in needed] == [STAYS, LEFT]
    assert [one.standing for one in nothing] == [STAYS, STAYS]


@pytest.mark.parametrize(
    "rows",
    ["a@x.org,,\nb@x.org,,\n", "a@x.org,x,\nb@x.org,no,\nc@x.org,,\n",
     "a@x.org,2020-01-01,active\nb@x.org,,unconfirmed\n"],
)  # fmt: skip
def test_a_blank_says_nothing_where_others_say_no_or_nobody_says_yes(rows):
    assert read(f"email,subscribed,status\n{rows}")


def test_a_row_that_is_longer_than_the_headings_is_unclear():
    rows = read("email,name,unsubscribed\na@x.org,Byron, Ada,1\nb@x.org,Bob,1,\n")

    assert [one.fault for one in rows] == ["has more cells than there are headings", ""]
