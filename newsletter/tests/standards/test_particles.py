"""The form of a Korean particle, by the sound before it."""

import pytest

from newsletter.standards.particles import settled


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("주간 인공지능은(는) 옵니다.", "주간 인공지능은 옵니다."),
        ("기술 이야기은(는) 옵니다.", "기술 이야기는 옵니다."),
        (
            "<strong>새 소식</strong>을(를) 받습니다.",
            "<strong>새 소식</strong>을 받습니다.",
        ),
        ("‘반도체’이(가) 있는 호.", "‘반도체’가 있는 호."),
        ("서울(으)로, 부산(으)로", "서울로, 부산으로"),
        ("소식 3을(를), 소식 2을(를)", "소식 3을, 소식 2를"),
        ("Model Builders은(는) 옵니다.", "Model Builders은(는) 옵니다."),
        ("시험은(는)(가)", "시험은(가)"),
        ("", ""),
    ],
)
def test_a_particle_has_the_form_of_the_sound_before_it(text, told):
    assert settled(text) == told
