"""What readers of an issue made from the sample must know, in its language. Pure."""

from newsletter.standards.furniture import ENGLISH, primary
from newsletter.standards.typography import bound

BANNER = (
    "Demonstration: the bundled sample of 31 July to 7 August 2025, not this week’s "
    "news. Launch texts are retold in our own words, so a passage quoted from one is a "
    "quote of the bundled copy, not of its publisher. Points and votes are round "
    "stand-ins, some failures are planted, what stands under .example is invented, and "
    "links were checked against the bundled copies, not the web."
)
_BY_LANGUAGE = {
    "de": "Vorführung: die mitgelieferten Beispiele vom 31. Juli bis 7. August 2025, nicht "
    "die Nachrichten dieser Woche. Texte zu Neuheiten sind in eigenen Worten nacherzählt: "
    "Was daraus zitiert wird, steht so in der mitgelieferten Fassung, nicht beim Anbieter. "
    "Punkte und Stimmen sind gerundete Platzhalter, einige Fehler sind eingebaut, was unter "
    ".example steht, ist erfunden, und Links wurden an den mitgelieferten Fassungen geprüft, "
    "nicht im Netz.",
    ENGLISH: BANNER,
    "es": "Demostración: la muestra incluida del 31 de julio al 7 de agosto de 2025, no las "
    "noticias de esta semana. Los textos de lanzamientos están contados con nuestras propias "
    "palabras: lo que se cita de ellos es de la copia incluida, no de quien los publicó. Los "
    "puntos y votos son cifras redondas de relleno, algunos fallos se pusieron adrede, lo que "
    "está bajo .example es inventado y los enlaces se comprobaron con las copias incluidas, "
    "no en la web.",
    "fr": "Démonstration : l’échantillon fourni, du 31 juillet au 7 août 2025, et non les "
    "nouvelles de cette semaine. Les textes sur les lancements sont racontés avec nos propres "
    "mots : ce qui en est cité vient de la copie fournie, non de l’éditeur. Points et votes "
    "sont des chiffres ronds fictifs, quelques erreurs sont voulues, ce qui se trouve sous "
    ".example est inventé, et les liens ont été vérifiés sur les copies fournies, non sur le "
    "web.",
    "it": "Dimostrazione: il campione incluso dal 31 luglio al 7 agosto 2025, non le notizie "
    "di questa settimana. I testi sui lanci sono raccontati con parole nostre: ciò che se ne "
    "cita viene dalla copia inclusa, non da chi li ha pubblicati. Punti e voti sono cifre "
    "tonde indicative, alcuni errori sono voluti, ciò che sta sotto .example è inventato e i "
    "link sono stati verificati sulle copie incluse, non sul web.",
    "ja": "デモ：これは同梱の見本（2025年7月31日から8月7日まで）で、今週のニュースではありません。"
    "製品発表の文章は編集部の言葉で書き直したもので、引用は発表元の文章ではなく同梱の写しからのもの"
    "です。ポイントや票数はおおよその仮の数字で、いくつかの不具合は意図的に入れてあります。.example"
    "のサイトは架空で、リンクはウェブではなく同梱の写しで確かめました。",
    "ko": "시연: 함께 제공되는 2025년 7월 31일부터 8월 7일까지의 견본이며, 이번 주 뉴스가 아닙니다. "
    "출시 소식의 글은 저희 말로 다시 쓴 것이어서, 인용문은 발표한 곳의 글이 아니라 함께 제공된 사본의 "
    "글입니다. 점수와 추천 수는 어림한 임시 숫자이고, 몇몇 오류는 일부러 넣은 것이며, .example 주소의 "
    "내용은 지어낸 것이고, 링크는 웹이 아니라 함께 제공된 사본으로 확인했습니다.",
    "nl": "Demonstratie: het meegeleverde voorbeeld van 31 juli tot 7 augustus 2025, niet het "
    "nieuws van deze week. Teksten over lanceringen zijn in eigen woorden naverteld: wat eruit "
    "geciteerd wordt, staat zo in de meegeleverde kopie, niet bij de uitgever. Punten en "
    "stemmen zijn ronde plaatsvervangers, enkele fouten zijn ingebouwd, wat onder .example "
    "staat is verzonnen, en links zijn gecontroleerd aan de hand van de meegeleverde kopieën, "
    "niet op het web.",
    "pl": "Pokaz: dołączona próbka z okresu od 31 lipca do 7 sierpnia 2025, a nie wiadomości z "
    "tego tygodnia. Teksty o premierach opowiadamy własnymi słowami, więc cytaty pochodzą z "
    "dołączonej kopii, a nie od wydawcy. Punkty i głosy to okrągłe liczby zastępcze, niektóre "
    "błędy dodano celowo, to, co stoi pod .example, jest zmyślone, a linki sprawdzono na "
    "dołączonych kopiach, a nie w sieci.",
    "pt": "Demonstração: a amostra incluída, de 31 de julho a 7 de agosto de 2025, e não as "
    "notícias desta semana. Os textos sobre lançamentos estão contados por palavras nossas: o "
    "que deles se cita é da cópia incluída, não de quem os publicou. Pontos e votos são números "
    "redondos de exemplo, alguns erros são propositados, o que está em .example é inventado, e "
    "as ligações foram verificadas nas cópias incluídas, não na web.",
    "zh": "演示：这是随附的 2025 年 7 月 31 日至 8 月 7 日的样本，不是本周新闻。发布类文字由我们"
    "转述，因此所引的是随附副本中的话，而不是发布者的原文。分数和票数是取整的示例数字，有些错误是有意"
    "设置的，.example 下的内容是虚构的，链接是对照随附副本检查的，而不是在网上检查的。",
}


def banner_of(language: str) -> str:
    """The notice in `language` (BCP 47); English where it has none here."""
    return bound(_BY_LANGUAGE.get(primary(language), BANNER))
