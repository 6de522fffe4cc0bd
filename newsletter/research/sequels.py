"""Sequels: does a title tell that something known went on? Pure.

Known by words for what befalls a thing after its news: it is recalled, put off, taken to
court, leaks, closes. A list, so it misses most; what it finds it has to find rightly.
"""

from functools import lru_cache

from newsletter.text.spelling import spelled

# Beginnings of words, and in scripts without blanks pairs of letters.
_BEFALLS = """
    recall withdraw pulls pulled halt suspend delay postpon cancel scrap revers block
    appeal court judge lawsuit sued sues overturn leak exploit breach vulnerab advisory
    halves slashes bankrupt insolven reopen reject investigat retract strip reinstat
    undone collaps
    zuruck stoppt gestoppt verschieb verschob abgesagt gericht richter klag urteil
    berufung leck insolvenz pleite ermitt vertrockn
    recurr juez tribunal suspend retira aplaz cancel demanda anula levanta paraliz
    quiebra fuga vulnerab rechaz
    rappel report annul juge justice plainte redress liquidat faillit fuite faille
    rejette condamn
    adia juiz justica recorre vazamento falencia
    rechter rechtbank beroep uitgesteld teruggeroep terugroep failliet vernietig schrapt
    ritira richiama sospe rinvia annull tribunal giudice ricorso indag fallimento blocca
    отозв отзыва останов приостан отлож отмен суд иск утеч уязвим банкрот расслед
    停止 延期 中止 撤回 回収 提訴 判決 漏洩 流出 脆弱 運休 再開 値下 着工 リコール サービス終了
    下架 召回 停运 暂停 推迟 取消 起诉 判决 泄露 漏洞 恢复 降价 调查
    중단 연기 취소 철회 리콜 회수 소송 판결 유출 재개 인하"""
_SPELLED = frozenset(spelled(word) for word in _BEFALLS.split())
_BEGINNINGS = frozenset(one for one in _SPELLED if " " not in one)
# Of what is longer in those scripts, all of its pairs.
_PAIRED = tuple(frozenset(one.split()) for one in sorted(_SPELLED - _BEGINNINGS))
_LENGTHS = tuple(sorted({len(beginning) for beginning in _BEGINNINGS}))


def tells_sequel(words: frozenset[str], told: frozenset[str]) -> bool:
    """Do these words of a title tell what the told title does not: that it went on?"""
    return bool(_befalling(words) - _befalling(told))


@lru_cache(maxsize=8192)
def _befalling(words: frozenset[str]) -> frozenset[str]:
    begun = {word[:length] for word in words for length in _LENGTHS} & _BEGINNINGS
    paired = (pairs for pairs in _PAIRED if pairs <= words)
    return frozenset(begun.union(*paired))
