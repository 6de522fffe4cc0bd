import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.hangul import sounds_in_hangul, sounds_in_latin


@pytest.mark.parametrize(
    ("korean", "latin"),
    [
        ("앤트로픽", "Anthropic"),
        ("마이크로소프트는", "Microsoft"),
        ("딥마인드의", "Deepmind"),
        ("미스트랄이", "Mistral"),
        ("트랜스포머", "Transformer"),
        ("퍼플렉시티를", "Perplexity"),
        ("스탠퍼드에서", "Stanford"),
    ],
)
def test_a_name_sounds_the_same_in_both_scripts(korean, latin):
    said = f"{korean} 새 모델을 공개했다"

    assert sounds_in_hangul(said) & sounds_in_latin(f"{latin} has a new model")


@pytest.mark.parametrize(
    ("korean", "latin"),
    [
        ("앤트로픽", "Microsoft"),
        ("미스트랄", "Perplexity"),
        # Too short: what many names sound like.
        ("구글", "Google"),
        ("메타", "Meta"),
        # No name.
        ("앤트로픽", "anthropic"),
    ],
)
def test_another_name_does_not(korean, latin):
    assert not sounds_in_hangul(korean) & sounds_in_latin(latin)


@given(st.text(max_size=200))
def test_any_text_has_sounds_of_few_letters(text):
    for sound in sounds_in_hangul(text) | sounds_in_latin(text):
        assert set(sound) <= set("klmnpst")
