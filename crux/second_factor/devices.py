"""An operator's second factor: the key in their telephone, and codes for when it is lost.

Recovery codes are kept as keyed hashes, so that nobody reads them in the database. Both
are throttled by themselves: each wrong one doubles the wait.
"""

import secrets
from base64 import b32encode

import segno
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, Group, User
from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES = 10
# 50 random bits each, in two groups that can be read aloud.
_CODE_BYTES, _CODE_LENGTH = 8, 10
EVERYBODY = "all"
NAME = "Crux"


def is_on(user: AbstractBaseUser) -> bool:
    """Whether this operator's log-in asks for a code."""
    mine = TOTPDevice.objects.filter(user_id=user.pk, confirmed=True)
    return bool(mine.exists())


def is_required(user: User) -> bool:
    """Whether SECOND_FACTOR_FOR asks one of this operator."""
    groups = settings.SECOND_FACTOR_FOR
    if EVERYBODY in groups:
        return True
    return bool(groups) and user.groups.filter(name__in=groups).exists()


def unknown_groups() -> list[str]:
    """Names in SECOND_FACTOR_FOR that no group has: nobody is asked because of them."""
    named = [name for name in settings.SECOND_FACTOR_FOR if name != EVERYBODY]
    known = set(Group.objects.filter(name__in=named).values_list("name", flat=True))
    return [name for name in named if name not in known]


def verified(user: AbstractBaseUser, code: str) -> Device | None:
    """What of the operator's the code is of, if any: telephone or recovery code."""
    told = "".join(code.split()).replace("-", "").lower()
    kind: type[Device] = TOTPDevice if told.isdecimal() else StaticDevice
    token = told if kind is TOTPDevice else hashed(told)
    with transaction.atomic():
        found = kind.objects.select_for_update().filter(user_id=user.pk, confirmed=True)
        device = found.first()
        return device if device and device.verify_token(token) else None


def hashed(code: str) -> str:
    """A recovery code as it is kept."""
    key = settings.ADDRESS_HASH_KEY
    return salted_hmac("crux.second_factor", code, secret=key).hexdigest()[:16]


def begun(user: User) -> TOTPDevice | None:
    """The key that is shown and not confirmed yet."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def begin(user: User) -> TOTPDevice:
    """A new key to be put into a telephone; it counts once a code of it was typed."""
    leave(user)
    device: TOTPDevice = TOTPDevice.objects.create(
        user=user, name="telephone", confirmed=False
    )
    return device


def leave(user: User) -> None:
    """Forget a key that was shown and not confirmed."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()


def confirm(user: User, code: str) -> TOTPDevice | None:
    """Switch it on, if the code is right; any older telephone's codes are void then."""
    with transaction.atomic():
        device = begun(user)
        if device is None or not device.verify_token("".join(code.split())):
            return None
        TOTPDevice.objects.filter(user=user, confirmed=True).delete()
        device.confirmed = True
        device.save(update_fields=["confirmed"])
    return device


def switch_off(user: AbstractBaseUser) -> bool:
    """Take all of it away; False where there was none."""
    with transaction.atomic():
        StaticDevice.objects.filter(user_id=user.pk).delete()
        deleted, _ = TOTPDevice.objects.filter(user_id=user.pk).delete()
    return bool(deleted)


def new_recovery_codes(user: User) -> tuple[str, ...]:
    """Codes that are good once each; those of before are void. Told this once."""
    codes = tuple(_recovery_code() for _ in range(RECOVERY_CODES))
    with transaction.atomic():
        StaticDevice.objects.filter(user=user).delete()
        device = StaticDevice.objects.create(user=user, name="recovery codes")
        for code in codes:
            device.token_set.create(token=hashed(code.replace("-", "")))
    return codes


def recovery_codes_left(user: User) -> int:
    """How many were not used yet."""
    return sum(
        device.token_set.count() for device in StaticDevice.objects.filter(user=user)
    )


def address(device: TOTPDevice) -> str:
    """The `otpauth:` address of the key, with a name that says where it is for."""
    return str(device.config_url)


def picture(device: TOTPDevice) -> str:
    """Its address as an SVG to be photographed."""
    code = segno.make(address(device), error="m")
    drawn: str = code.svg_inline(
        scale=5, border=4, dark="#000", light="#fff", title="The key as a QR code"
    )
    return drawn


def key_in_letters(device: TOTPDevice) -> str:
    """The key to be typed where there is no camera, in groups of four."""
    letters = b32encode(device.bin_key).decode().rstrip("=")
    return " ".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def _recovery_code() -> str:
    letters = b32encode(secrets.token_bytes(_CODE_BYTES)).decode().lower()
    # No code is digits alone: those are the telephone's.
    code = f"r{letters[: _CODE_LENGTH - 1]}"
    return f"{code[:5]}-{code[5:]}"
