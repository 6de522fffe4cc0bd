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
    "days": r"日(?=[間後前]) 天 일간 일(?=\s?(?:안|이내|내에|만에|동안|뒤|넘|가량|정도))",
    "weeks": "週間 星期 周(?=[后後内內前里来來间間之]) 주(?=\\s?(?:간|만|전|후|뒤|동안|안|내|이내|사이|째|연속))",
    "months": "か月 ヶ月 カ月 ケ月 ヵ月 个月 個月 개월 달(?!러)",
    "years": "年(?=[間间前後后内內里来來]|ぶり|ほど|余|以|近く|ごと|早|遅|先|連続|(?:に|で)(?:一|1)[度回]) "
    r"년(?=\s?(?:간|만|전|후|뒤|새|동안|사이|마다|빨리|일찍|앞당|연속))",
    "gigatonnes": "ギガトン 吉吨",
    "hectares": "ヘクタール 公顷 公頃 헥타르",
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
    "pounds": "英镑 英鎊 ポンド 파운드",
    "yen": "日元 日圓 円 엔",
    "yuan": "人民币 人民幣 人民元 元(?!件) 위안",
    "korean won": "ウォン 韩元 韓元 원(?![칙자천인소])",
    "kronor": "クローナ クローネ 克朗 크로나 크로네",
    "francs": "スイスフラン フラン 瑞士法郎 法郎 스위스프랑 프랑",
    "rupees": "ルピー 卢比 盧比 루피",
    "zlotys": "ズロチ 兹罗提 즈워티",
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
_TENTHS = re.compile(
    r"(?<![\d.])(\d)(?:割(?:(\d)分)?|할(?!인)|成(?![功本立長长員分為为果人]))"
)
_LONGEST_HEDGE = 10
_IS_HEDGED = re.compile(r"(?:[約约약近超过過逾到足]|about|nearly|than|least|to)\s?\Z")
_HEDGES_BESIDE = re.compile(
    r"[以超近弱強余餘多]|あまり|余り|未満|に満た|ほど|程度|を[超上下]|이상|이하|가까|가량|정도|남짓|미만|[을를]?\s?넘"
)
# "三成", "四分之三", "열에 여섯"; "逾六成" may be any part that is greater, and is not read.
_HAN_ONES: dict[str, int] = dict(
    zip("一二三四五六七八九十两兩", (*range(1, 11), 2, 2), strict=True)
)
_HAN_DIGITS: tuple[str, ...] = ("", *"一二三四五六七八九")
_KOREAN_ONES = dict(
    zip(
        ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"],
        range(1, 10),
        strict=True,
    )
)
_IN_WORDS = re.compile(
    r"(?<![逾超过到足少达分])(?P<near>将近|近|约)?(?:"
    r"(?P<tenths>[二三四五六七八九])成(?![功本立長长員分為为果])(?P<more>[多余餘])?"
    r"|(?P<all>[二三四五六七八九十])分之(?P<many>[一二两三四五六七八九])(?![点十百])"
    rf"|열에\s?(?P<korean>{'|'.join(_KOREAN_ONES)}))"
)
_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SHARES = (
    *("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)
_NEAR = {"近": "nearly", "将近": "nearly", "约": "about"}
# "三年間", "两个月", "二十天"; not 第三年, nor a year of an era.
_HAN_NUMBER = re.compile(
    r"(?<![一二两兩三四五六七八九十百千万萬億亿几幾数數第\d\u3007])(?<!令和)(?<!平成)(?<!昭和)(?<!民国)"
    r"(?P<tens>[二三四五六七八九]?十)?(?P<ones>[一二两兩三四五六七八九])?"
    r"(?=(?P<years>年(?![级級生度代制次]))|秒間|分間|分钟|分鐘|時間|小时|小時|日間|天(?!天)|週間|周(?=[后後内內前里来來间間之])"
    r"|个?星期|[かヶカケヵ]月|[个個]月|倍)"
)
_KOREAN_BEFORE = {
    "두": 2, "석": 3, "세": 3, "넉": 4, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8,
    "아홉": 9, "열": 10,
}  # fmt: skip
_KOREAN_NUMBER = re.compile(
    rf"(?<![가-힣])({'|'.join(_KOREAN_BEFORE)})\s?(?=달(?!러)|배(?!터)|시간|해(?=\s?(?:만|전|뒤|동안|사이))"
    r"|주(?=\s?(?:간|만|전|후|뒤|동안|안|내|이내)))"
)
# "계약 기간은 3년이며", "8年で": so short a number is no year of a calendar.
_SHORT_YEARS = re.compile(
    r"(?<![\d.,年年월월'\u2019和成])(?<![年년월]\s)(1\d|[2-9])\s?(?:年(?![级級生度代制次\d前間间後后内來来里以]|ぶり|ほど|余|近く|ごと)|년(?![도생차형대간만전후뒤새\d]|\s?\d{1,2}월))"
)
_MULTIPLES = (
    (
        "doubled",
        r"倍増|(?<![\d一二两三四五六七八九十百千万数何])倍(?=[にへ](?:増|な|す|引|広|達|伸|拡))"
        r"|翻了?一番|翻番|翻倍|(?:增加|增长|提高|上升|上涨|扩大|多)了?一倍"
        r"|(?<![\d가-힣]\s)(?<![\d가-힣])배로(?=\s?(?:늘|증가|뛰|커|불))|갑절|곱절",
    ),
    ("quadrupled", "翻了?两番"),
    ("halved", "半減|减半|減半|반감"),
)
_MULTIPLE = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _MULTIPLES))
_TIME_OF_DAY = re.compile(
    r"(?<!\d)(?P<hour>[01]?\d|2[0-3])\s?[時时点點시]\s?(?P<minute>[0-5]\d)\s?[分분]"
)
_HEDGES_BEFORE = {
    "約": "about", "约": "about", "약": "about", "最大": "up to", "최대": "up to",
    "最多": "up to", "至多": "up to", "高达": "up to", "多达": "up to", "至少": "at least",
    "최소": "at least", "将近": "nearly", "近": "nearly", "거의": "nearly",
    "超过": "more than", "逾": "more than", "不到": "less than", "不足": "less than",
}  # fmt: skip
_HEDGE_BEFORE = re.compile(rf"({'|'.join(_HEDGES_BEFORE)})(?:で)?(?=\s?[\d$€£¥])")
_HEDGES_BEHIND = (
    ("or so", "ほど|程度|前後|くらい|ぐらい|左右|정도|가까이|가량|쯤|안팎|내외|近く"),
    (
        "or more",
        "以上|超(?:え|す)?|이상|(?:[이가을를]\\s?|\\s)?넘(?:게|는다|는|었다|어|은|을)|を超(?:える|え|す)|あまり|余り|남짓",
    ),
    ("or less", "以下|以内|이하"),
)
# "100余亿元", "20多年", "30여 명", "6億kWhあまり".
_SOME_MORE = re.compile(
    rf"(?<![\d.,第])(?P<number>\d[\d,]*(?:\.\d+)?[{_POWERS}]{{0,2}})(?:[余餘多](?![\d])|여(?=\s?[가-힣]))"
)
# "第七次夺冠": a place in an order; 第二天 is the day after.
_HAN_PLACE = re.compile(
    r"第([三四五六七八九]|十[一二三四五六七八九]?|[二三四五六七八九]十[一二三四五六七八九]?)(?=[次届屆冠])"
)
# "144・3万キロワット", "40・34人": newspapers write a point so.
_POINT = re.compile(
    r"(?<=\d)[・･](?=\d{1,2}(?:[万億兆%\N{FULLWIDTH PERCENT SIGN}倍度]|ポイント|パーセント)|(?<=\d\d・)\d{1,2}人)"
)
# "2심", "二審": which court it was, and no number.
_INSTANCE = re.compile(r"(?<![\d.])[123](?=심(?!\w{4})|審(?!議))")
_HEDGE_BEHIND = re.compile(
    rf"(?<=[a-z%\d{_POWERS}])\s*(?:[人名件社台戸カ所명건개곳대]{{0,2}}?\s?)(?:"
    + "|".join(f"({words})" for _, words in _HEDGES_BEHIND)
    + ")"
)
# "第2四半期", and the 13 of "7月9日から13日", whose month stands before the other.
_PLACE = re.compile(
    r"第\s?(\d{1,2})(?!\d)|(?<![\d.月월])(?<![月월]\s)(3[01]|[12]?\d)[日일](?![間后後前本付時시半]|\s?(?:안|이내|내에|만에|동안|뒤|넘|가량|정도))"
)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_AND_A_HALF = re.compile(
    r"(?<![\d.])(\d+)(時間|年|日|[かヶカケヵ個]月|시간)(?:半|\s?반)"
)
_PARTS = re.compile(
    r"(?<![\d.])(\d{1,3})\s?(?:分の|分之|분의)\s?(\d{1,2})(?!\d)"
    r"(?:이|가|을|를|은|는)?(?:\s?(?:(?P<near>가까이|가까운|에\s?육박|에\s?(?:조금\s|약간\s)?못\s?미|近く|弱)"
    r"|(?P<about>가량|정도|쯤|程度|ほど|左右)))?"
)
_POINTS = re.compile(
    r"(?<=\d)\s?[%\N{FULLWIDTH PERCENT SIGN}]\s?(?:포인트|ポイント|p(?![A-Za-z]))",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"(?<![\d.])([1-4])\s?분기")
# "1人当たり", "1カ所の平均", "1가구당", "1GW에 6조": so many for each, which is no figure.
_FOR_EACH = re.compile(
    r"(?<![\d.,])1\s?(?=(?:[^\W\d_a-zA-Z]{1,4}?|[kMGT]?Wh?)(?:[あ当]たり|当り|につき|の平均|당(?![^\W\d_])|에\s?\d))"
)
_JUST_ONE = re.compile(r"(?<![\d.,])1 (second|minute|hour|day|week|month|year)s\b")


def measured(text: str) -> str:
    """A text whose measures of these languages have their English names."""
    text = _INSTANCE.sub("", _POINT.sub(".", _FOR_EACH.sub("", text)))
    text = _SOME_MORE.sub(r" more than \g<number>", text)
    text = _MULTIPLE.sub(lambda found: f" {found.lastgroup} ", text)
    text = _KOREAN_NUMBER.sub(lambda found: str(_KOREAN_BEFORE[found[1]]), text)
    text = _SHORT_YEARS.sub(r" \1 years ", _HAN_NUMBER.sub(_in_digits, text))
    text = _HAN_PLACE.sub(lambda found: f" {_of_han(found[1])}th ", text)
    text = _QUARTER.sub(_in_order, _POINTS.sub(" points ", text))
    text = _IN_WORDS.sub(_part, text)
    text = _TIME_OF_DAY.sub(r" \g<hour>:\g<minute> ", text)
    text = _TENTHS.sub(_tenths, text)
    text = _PLACE.sub(_in_order, text)
    text = _AND_A_HALF.sub(r"\1.5\2", text)
    text = _PARTS.sub(_hedged_share, text)
    text = _HEDGE_BEFORE.sub(lambda found: f" {_HEDGES_BEFORE[found[1]]} ", text)
    text = _HEDGE_BEHIND.sub(_hedged, _MEASURE.sub(_named, text))
    return _JUST_ONE.sub(r"a \1", text)


def _tenths(found: re.Match[str]) -> str:
    """ "7割" is told of 71 %, where no other hedge stands by."""
    is_round = not (found[2] or _is_hedged(found.string, found.start()))
    is_round = is_round and not _HEDGES_BESIDE.match(found.string, found.end())
    return f"{' about ' if is_round else ''}{found[1]}{found[2] or 0}%"


def _is_hedged(text: str, place: int) -> bool:
    return bool(_IS_HEDGED.search(text, max(0, place - _LONGEST_HEDGE), place))


def han_number(number: int) -> str:
    """A number below a hundred in Chinese and Japanese: 16 is 十六; what matches nothing beyond."""
    tens, ones = divmod(number, 10)
    if not 0 < number < 100:
        return r"\Z(?!\Z)"
    ten = f"{_HAN_DIGITS[tens] if tens > 1 else ''}十" if tens else ""
    return ten + _HAN_DIGITS[ones]


def _of_han(written: str) -> int:
    tens, is_ten, ones = written.rpartition("十")
    ten = 10 * _HAN_ONES.get(tens, 1) if is_ten else 0
    return ten + _HAN_ONES.get(ones, 0)


def _in_digits(found: re.Match[str]) -> str:
    """三 is 3, 十二 is 12, 二十 is 20; one of a time is left as it is."""
    tens, ones = found["tens"] or "", _HAN_ONES.get(found["ones"] or "", 0)
    number = ones + (10 * _HAN_ONES.get(tens[:-1] or "一", 1) if tens else 0)
    return str(number) if number > 1 else found[0]


def _part(found: re.Match[str]) -> str:
    """近三成 is nearly 30 %, 四分之三 three quarters, 열에 여섯 six of ten."""
    if found["all"]:
        told = _share(_HAN_ONES[found["many"]], _HAN_ONES[found["all"]])
    elif found["tenths"]:
        told = f"{_HAN_ONES[found['tenths']]}0%"
    else:
        told = f"{_KOREAN_ONES[found['korean']]} out of 10"
    hedge = "more than" if found["more"] else _NEAR.get(found["near"] or "", "")
    return f" {hedge} {told} "


def _hedged_share(found: re.Match[str]) -> str:
    hedge = "nearly" if found["near"] else "about" if found["about"] else ""
    return f" {hedge}{_share(int(found[2]), int(found[1]))}"


def _share(many: int, every: int) -> str:
    """4분의 1 is a quarter of what is told."""
    if many >= every or every > len(_SHARES) + 1 or many > len(_ONES):
        return f" {many}/{every} "
    share = _SHARES[every - 2]
    if share == "half":
        return " half of "
    return f" a {share} of " if many == 1 else f" {_ONES[many - 1]} {share}s of "


def _in_order(found: re.Match[str]) -> str:
    number = int(found[found.lastindex or 1])
    ending = "th" if 10 < number < 20 else _ENDINGS.get(number % 10, "th")
    return f" {number}{ending} "


def _hedged(found: re.Match[str]) -> str:
    hedge, _ = _HEDGES_BEHIND[int(found.lastindex or 1) - 1]
    return f" {hedge} "


def _named(found: re.Match[str]) -> str:
    place = int(str(found.lastgroup)[1:])
    return f" {_NAMES[_LONGEST_FIRST[place]]} "
