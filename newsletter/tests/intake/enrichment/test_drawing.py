"""Pictures of strangers: what is no picture is refused, and nothing but the look survives."""

import struct
import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from newsletter.intake.enrichment.drawing import LARGEST_SIDE, NoPicture, redrawn


def picture(format="PNG", size=(300, 200), mode="RGB", **more):
    file = BytesIO()
    Image.new(mode, size).save(file, format, **more)
    return file.getvalue()


def png_of(width, height):
    """The head of a PNG of that size, and no pixels at all."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 100) + b"IDAT"


def seen(body):
    return Image.open(BytesIO(redrawn(body)[0]))


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP", "GIF"])
def test_what_is_kept_is_a_jpeg_of_our_own(format):
    shown = seen(picture(format))

    assert (shown.format, shown.mode, shown.size) == ("JPEG", "RGB", (300, 200))


def test_a_large_one_is_made_smaller_in_its_proportions():
    assert seen(picture(size=(4000, 1000))).size == (LARGEST_SIDE, 320)


@pytest.mark.parametrize(
    ("size", "kept"),
    [
        ((1200, 630), (1200, 630)),  # as pages make theirs
        ((1919, 1080), (1280, 720)),
        ((1920, 1080), (960, 540)),  # a half is enough
        ((2400, 1260), (1200, 630)),
        ((80, 3840), (20, 960)),
    ],
)
def test_a_jpeg_is_decoded_no_larger_than_it_is_kept(size, kept):
    assert seen(picture("JPEG", size=size)).size == kept


def test_nothing_of_the_file_survives_but_what_it_looks_like():
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = "where I live", 6  # a description; turned on its side
    body = picture("JPEG", exif=exif, comment=b"a note") + b"<script>"

    jpeg, width, height = redrawn(body)

    assert (width, height) == (200, 300)
    assert not Image.open(BytesIO(jpeg)).getexif()
    for secret in (b"where I live", b"a note", b"<script>"):
        assert secret not in jpeg


def test_what_is_transparent_stands_on_white():
    assert seen(picture(mode="RGBA")).getpixel((0, 0)) == (255, 255, 255)


def test_the_first_frame_stands_for_all():
    frames = [Image.new("RGB", (100, 100), name) for name in ("red", "blue")]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])

    red, _, blue = seen(file.getvalue()).getpixel((50, 50))

    assert red > 200 > 50 > blue


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "cannot be decoded"),
        (picture("BMP"), "cannot be decoded"),
        (picture()[:200], "cannot be decoded"),
        (picture(size=(79, 400)), "too few"),
        (png_of(20_001, 1000), "too many"),
        (png_of(60_000, 60_000), "cannot be decoded|too many"),
        (b"", "cannot be decoded"),
    ],
    ids=["svg", "bmp", "cut", "small", "large", "bomb", "nothing"],
)
def test_what_is_no_picture_for_us_is_refused_with_the_reason(body, why):
    with pytest.raises(NoPicture, match=why):
        redrawn(body)


@given(start=some.integers(0, 600), junk=some.binary(max_size=40))
def test_whatever_the_bytes_it_is_a_picture_or_refused(start, junk):
    body = bytearray(picture("GIF", size=(90, 90)))
    body[start : start + len(junk)] = junk

    try:
        jpeg, _, _ = redrawn(bytes(body))
    except NoPicture:
        return
    assert jpeg.startswith(b"\xff\xd8")
