"""Measures as Chinese, Japanese and Korean write them, by what English calls them. Pure.

"220メガワット", "3300万トン", "10年ほど前", "1割", "午前9時47分". A word that is more than a
measure is read only where what stands behind it tells: "3年" may be a grade, "13日" a day of
the month, "5分" a score.
"""

import re

_MEASURES = {
    "seconds": "秒間 秒 초",
    "minutes": "分間 分钟 分鐘 분간",
    "hours": "時間 小时 小時 시간",
    "days": "日(?=[間後前]) 天 일간",
    "weeks": "週間 星期 주간",
    "months": "か月 ヶ月 カ月 ケ月 ヵ月 个月 個月 개월",
    "years": "年(?=[間间前後来]|ぶり|ほど|余|以|近く|(?:に|で)(?:一|1)[度回]) 년(?=간|만|전|후)",
    "gigatonnes": "ギガトン 吉吨",
    "tonnes": "トン 吨 噸 톤",
    "kilograms": "キログラム 千克 公斤 킬로그램",
    "grams": "グラム 그램",
    "kilometres": "キロメートル 千米 公里 킬로미터",
    "centimetres": "センチメートル センチ 厘米 센티미터",
    "millimetres": "ミリメートル 毫米 밀리미터",
    "metres": "メートル 미터 米(?![国國軍社ドル株企政大中])",
    "gigawatt-hours": "ギガワット時",
    "megawatt-hours": "メガワット時",
    "kilowatt-hours": "キロワット時 千瓦时 千瓦時",
    "gigawatts": "ギガワット 吉瓦 기가와트",
    "megawatts": "メガワット 兆瓦 메가와트",
    "kilowatts": "キロワット 千瓦 킬로와트",
    "watts": "ワット 瓦 와트",
    "gigabytes": "ギガバイト 기가바이트",
    "terabytes": "テラバイト 테라바이트",
    "dollars": "米ドル ドル 美元 달러",
    "euros": "ユーロ 欧元 歐元 유로",
    "points": "パーセントポイント ポイント 个百分点 個百分點 퍼센트포인트 포인트",
    "times": "倍 배(?!터)",
    "%": "\N{FULLWIDTH PERCENT SIGN} パーセント 퍼센트",
}
_NAMES = {word: name for name, words in _MEASURES.items() for word in words.split()}
_LONGEST_FIRST = sorted(
    _NAMES, key=lambda word: len(word.partition("(")[0]), reverse=True
)
_POWERS = "百千万萬億亿兆만억조"
# 千 and 兆 are measures' own beginnings as well: "44兆瓦" are megawatts.
_MEASURE = re.compile(
    rf"(?<=[\d{_POWERS}])\s?(?:"
    + "|".join(f"(?P<m{place}>{word})" for place, word in enumerate(_LONGEST_FIRST))
    + ")"
)
_TENTHS = re.compile(r"(?<![\d.])(\d)(?:割(?:(\d)分)?|成(?![功本立長长員分為为果人]))")
_TIME_OF_DAY = re.compile(
    r"(?<!\d)(?P<hour>[01]?\d|2[0-3])\s?[時时点點시]\s?(?P<minute>[0-5]\d)\s?[分분]"
)
_HEDGES_BEFORE = {"約": "about", "约": "about", "最大": "up to", "최대": "up to"}
_HEDGE_BEFORE = re.compile(rf"({'|'.join(_HEDGES_BEFORE)})(?:で)?(?=\s?[\d$€£¥])")
_HEDGES_BEHIND = (
    ("or so", "ほど|程度|前後|くらい|ぐらい|左右|정도"),
    ("or more", "以上|超|이상"),
    ("or less", "以下|以内|이하"),
)
_HEDGE_BEHIND = re.compile(
    r"(?<=[a-z%\d])\s*(?:" + "|".join(f"({words})" for _, words in _HEDGES_BEHIND) + ")"
)
# "第2四半期", and the 13 of "7月9日から13日", whose month stands before the other.
_PLACE = re.compile(
    r"第\s?(\d{1,2})(?!\d)|(?<![\d.月월])(?<![月월]\s)(3[01]|[12]?\d)[日일](?![間后後前本付時시半])"
)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_AND_A_HALF = re.compile(
    r"(?<![\d.])(\d+)(時間|年|日|[かヶカケヵ個]月|시간)(?:半|\s?반)"
)
_PARTS = re.compile(r"(?<![\d.])(\d{1,3})分の(\d{1,2})(?!\d)")
_JUST_ONE = re.compile(r"(?<![\d.,])1 (second|minute|hour|day|week|month|year)s\b")


def measured(text: str) -> str:
    """A text whose measures of these languages have their English names."""
    text = _TIME_OF_DAY.sub(r" \g<hour>:\g<minute> ", text)
    text = _TENTHS.sub(lambda found: f"{found[1]}{found[2] or 0}%", text)
    text = _PLACE.sub(_in_order, text)
    text = _PARTS.sub(r" \2/\1 ", _AND_A_HALF.sub(r"\1.5\2", text))
    text = _HEDGE_BEFORE.sub(lambda found: f" {_HEDGES_BEFORE[found[1]]} ", text)
    text = _HEDGE_BEHIND.sub(_hedged, _MEASURE.sub(_named, text))
    return _JUST_ONE.sub(r"a \1", text)


def _in_order(found: re.Match[str]) -> str:
    number = int(found[1] or found[2])
    ending = "th" if 10 < number < 20 else _ENDINGS.get(number % 10, "th")
    return f" {number}{ending} "


def _hedged(found: re.Match[str]) -> str:
    hedge, _ = _HEDGES_BEHIND[int(found.lastindex or 1) - 1]
    return f" {hedge} "


def _named(found: re.Match[str]) -> str:
    place = int(str(found.lastgroup)[1:])
    return f" {_NAMES[_LONGEST_FIRST[place]]} "
