"""Pictures of strangers made harmless: decoded within bounds, resized, written anew.

What is served is a JPEG of our own making: nothing of the file survives but what it
looks like, no EXIF, no second frame, nothing behind its end.
"""

from io import BytesIO

from PIL import Image, ImageOps

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS = 20_000_000
# Pages make theirs 1,200 by 630 or 1,280 by 720, for two dots to each of the 640 that a
# text is wide: those are kept in their size, for another takes most of all the time.
LARGEST_SIDE, SMALLEST_SIDE = 1280, 80
# A JPEG is decoded at a half, a quarter or an eighth of its size if that is left of it.
_ENOUGH_SIDE = 960
_QUALITY = 82


class NoPicture(Exception):
    """The bytes are no picture that we show; the message says why."""


def redrawn(body: bytes) -> tuple[bytes, int, int]:
    """The picture as a JPEG, its width and its height; raises NoPicture."""
    try:
        picture = _decoded(body)
        file = BytesIO()
        # Progressive takes twice the time to write, for two bytes of a hundred.
        picture.save(file, "JPEG", quality=_QUALITY, optimize=True)
    except NoPicture:
        raise
    # Its decoders raise whatever hostile bytes make them raise.
    except Exception as error:
        raise NoPicture(f"it cannot be decoded: {type(error).__name__}") from None
    return file.getvalue(), picture.width, picture.height


def _decoded(body: bytes) -> Image.Image:
    # The size stands at the head of a file: what is too large is never decoded.
    opened = Image.open(BytesIO(body), formats=FORMATS)
    width, height = opened.size
    if width * height > MOST_PIXELS:
        raise NoPicture(f"it has {width} by {height} pixels, which is too many")
    if min(width, height) < SMALLEST_SIDE:
        raise NoPicture(f"it has {width} by {height} pixels, which is too few")
    parts = max(1, max(width, height) // _ENOUGH_SIDE)
    opened.draft("RGB", (max(1, width // parts), max(1, height // parts)))
    upright = ImageOps.exif_transpose(opened)
    # As sharp as bicubic to the eye, in two thirds of its time.
    upright.thumbnail(
        (LARGEST_SIDE, LARGEST_SIDE), Image.Resampling.HAMMING, reducing_gap=2.0
    )
    return _opaque(upright)


def _opaque(picture: Image.Image) -> Image.Image:
    """On white, and without what the file says beside its pixels."""
    if not picture.has_transparency_data:
        plain = picture if picture.mode == "RGB" else picture.convert("RGB")
    else:
        layer = picture.convert("RGBA")
        plain = Image.new("RGB", layer.size, "white")
        plain.paste(layer, mask=layer.getchannel("A"))
    plain.info = {}
    return plain
