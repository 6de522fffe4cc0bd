"""The plain text of a letter stands in 72 columns, in every language (RFC 3676, 4.2)."""

# ruff: noqa: RUF001  signs of many languages

import unicodedata
from datetime import UTC, datetime

import pytest

from crux.tests.test_languages import letters, make_weekly
from newsletter.drafts.parsing import parse
from newsletter.tests.support.makers import make_issue, make_newsletter
from subscribers.letters.compose import Reader, compose

pytestmark = pytest.mark.django_db
WIDTH, NOW = 72, datetime(2025, 8, 8, 9, 0, tzinfo=UTC)


def columns(line):
    """As a terminal counts them: signs of Chinese, Japanese and Korean take two."""
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in line
        if not unicodedata.combining(sign)
    )


def too_long(text):
    """The lines that are longer, but for an address that stands alone."""
    return [
        line
        for line in text.splitlines()
        if columns(line) > WIDTH
        and not line.split("] ")[-1].startswith(("http://", "https://"))
    ]


@pytest.mark.parametrize(
    "language",
    ["en", "de", "es", "fr", "it", "ja", "ko", "nl", "pt", "zh", "ar", "ru"],
)
def test_every_letter_stands_in_its_columns(language, settings):
    settings.POSTAL_ADDRESS = "Wochenblatt, c/o Ada\nLange Gasse 12\n10000 Ort"
    settings.IMPRINT_URL = f"https://a.example/{'impressum-' * 9}"
    weekly, issue = make_weekly(language)
    weekly.title = (
        "Das Wochenblatt für künstliche Intelligenz und alles, was dazugehört"
    )
    weekly.save()
    issue.refresh_from_db()

    long = {line for _, text, _ in letters(weekly, issue) for line in too_long(text)}

    assert long == set()


LONG = {
    "ja": (
        "今週は、重みを公開したモデルが三つ発表され、どれも商用利用を認めている",
        "研究チームは、新しい手法を使うと、学習に必要な計算量を従来の半分に減らせると報告した。"
        "「精度は落ちない」と同チームは説明し、コードをGitHubで公開している（Apache 2.0）。",
    ),
    "zh": (
        "本周有三个开放权重的模型发布，全部允许商业使用，其中一个可以在手机上运行",
        "研究团队报告说，使用新方法可以把训练所需的计算量减少一半，“精度没有下降”，"
        "代码已经在GitHub上公开（Apache 2.0许可证），任何人都可以下载。" * 2,
    ),
    "ko": (
        "이번 주에는 가중치를 공개한 모델 세 개가 나왔고 모두 상업적으로 쓸 수 있다",
        "연구진은 새 방법을 쓰면 학습에 필요한 계산량을 절반으로 줄일 수 있다고 보고했고 코드를"
        " 공개했다. 정확도는 떨어지지 않는다고 한다.",
    ),
    "de": (
        "Drei Modelle mit offenen Gewichten in einer Woche, und alle drei dürfen auch"
        " gewerblich genutzt werden",
        "Die Gruppe berichtet, dass das neue Verfahren die nötige Rechenzeit halbiert. "
        * 4,
    ),
}


@pytest.mark.parametrize("language", LONG)
def test_an_issue_stands_in_its_columns(language):
    title, text = LONG[language]
    markdown = (
        f"# {title}\n\n{text}\n\n## {title}\n\n### 1. {title}\n\n{text}"
        f" ([A](https://a.example/news))\n\n> {text}\n\n- {text}\n- {text}\n"
    )
    issue = make_issue(
        make_newsletter(language=language), markdown=markdown, subject=title
    )
    assert parse(markdown).title == title

    letter = compose(issue, at=NOW).letter(Reader(7, 3, "a@example.org")).parts().text

    assert too_long(letter) == []
    said = "".join(letter.replace("> ", "").split())
    assert said.count("".join(text.split())) >= 3  # not a sign is lost
    lines = letter.splitlines()
    [rule] = [line for line in lines if line and set(line) == {"="}]
    over = lines[lines.index(rule) - 1]
    assert columns(over) <= len(rule) <= WIDTH
    starts = {line.lstrip("> -")[:1] for line in lines}
    assert not starts & set("、。，）」”…")
