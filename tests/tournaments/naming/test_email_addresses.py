from __future__ import annotations

import pytest

from tournaments.naming.email_addresses import is_mailable, mailbox_of, normalize_email


@pytest.mark.parametrize(
    "address",
    [
        "ali@example.org",
        "ali.kaya+okey@example.org",
        "o'neil_{x}@sub.example.co",
        "ali@xn--ili-uxac.example",
        "ali@localhost",
        "a" * 64 + "@example.org",
        "a@" + ".".join(["b" * 61] * 4) + ".com",
    ],
)
def test_address_accepted_by_mail_servers(address):
    assert is_mailable(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ali",
        "@example.org",
        "ali@",
        "ali@example",
        "ali@kaya@example.org",
        "ışık@example.org",
        "ali@şişli.example",
        "ali@gmaİl.com",
        "ali@example.org\n",
        "ali\x00@example.org",
        "ali@exam\u200bple.org",
        "ali@\ud800.org",
        "\udcff@example.org",
        '"ali kaya"@example.org',
        '"ali"@example.org',
        ".ali@example.org",
        "ali..kaya@example.org",
        "ali @example.org",
        "ali@[127.0.0.1]",
        "ali@127.0.0.1",
        "ali@-example.org",
        "ali@example..org",
        "ali@example.org.",
        "ali@straße.example",
        "ali@" + "ü" * 70 + ".org",
        "a" * 65 + "@example.org",
        "a" * 60 + "@" + ".".join(["b" * 61] * 4) + ".com",
        "ali@" + "x." * 4000 + "org",
    ],
)
def test_address_rejected_by_some_mail_server(address):
    assert not is_mailable(address)


@pytest.mark.parametrize(
    "address",
    ["ali.kaya@gmail.com", "ALIKAYA@gmail.com", "a.l.i.kaya+x+y@googlemail.com", " alikaya@GMAIL.com "],
)
def test_spellings_of_one_mailbox(address):
    assert mailbox_of(address) == "alikaya@gmail.com"


def test_different_mailboxes_differ():
    other_mailboxes = {"ali@example.org", "ali@example.com", "veli@example.org", "+x@example.org", "ali"}
    assert len({mailbox_of(address) for address in other_mailboxes}) == len(other_mailboxes)


@pytest.mark.parametrize("typed", ["İSMAİL@GMAİL.COM", "ısmaıl@gmaıl.com", " ISMAIL@GMAIL.COM "])
def test_turkish_keyboards_write_the_same_address(typed):
    assert normalize_email(typed) == "ismail@gmail.com"
