"""The commonest words of a language that name no subject: no heading is made of them. Pure.

Function words, adverbs, numerals, days, and the verbs and adjectives of any news, in each form
that headlines have. A list counts only where texts are in its language: Polish "pod" is a
preposition, and in English a thing.
"""

from collections.abc import Iterable

from newsletter.text.language import is_in
from newsletter.text.similarity import stem

_SWEDISH = """
    aktuell aktuella aldrig all alla allra alls allt alltid alltmer alltså allvarlig allvarligt
    andra andras annan annars annat annorlunda anser ansåg antal antalet antar april att augusti
    av avgörande avgörs avslöjar avslöjas bakom bara behov behöva behövde behöver behövs ber
    beror berätta berättar berörda beslutade beslutar beslutat besviken besvikna bidrar bland
    blev bli blir blivit bolag bolaget borde bort borta bra bryter bygga byggde bygger byggs
    byggt byter bytt bäst bästa bättre båda både bör börja började börjar börjat cirka dag dagar
    dagen dagens dags de december del delar delvis dem den denna dennes deras dess dessa
    dessutom det detsamma detta dig din dina direkt dit ditt dock dom dra drabbade drabbar
    drabbas drar dras driva driver drivs dröjer du dubbelt där därefter däremot därför därifrån
    då dålig dåligt efter efteråt egen eget egna eller emot en enda endast enkel enkelt enligt
    ens ensam er era ert ett extra fall falla faller fanns fast februari fem femte fick finna
    finnas finner finns fjol fjärde fler flera flest flesta flyttade flyttar flyttas fortfarande
    fortsatt fortsatta fortsätta fortsätter fram framför framåt fredag fredagen från full fyra
    färre få får fåtal fått följa följande följd följer föll för föra förbi fördes före föreslår
    föreslås företag företaget förlorade förra försenad försenas försenat först första förut
    förväntas galet gamla gammal gav ge genast genom ger gett gick gillar ginge gjord gjorda
    gjorde gjort god goda gott gripen griper gripna grips gå gång gången gånger går gått gör
    göra görs ha hade haft halv halva halvt han hans har hel hela helg helgen heller hellre helt
    hemlig henne hennes hette hinner hit hitta hittade hittar hittas hittat hittills hjälper hon
    honom hos hur hyr hålla håller hög höga högre högst högt höja höjas höjer höjs höll höst
    hösten höstens i ibland idag igen igenom igår in inför inga ingen inget ingick ingår inleder
    inleds innan inne innebär inom inställd inställt inte istället ja jag januari ju juli juni
    just jämfört kallar kallas kan kanske klar klara klarar klart kom komma kommande kommer
    kommit kort korta kr kring kritisk kritiska kronor kräver krävs kunde kunna kunnat kvar köpa
    köper köpte kör köra körs lade lagt ligga ligger lika likadant liknande likt lilla lite
    liten litet lovar lyckades lyckas lägga lägger läggs lägre lägst lämna lämnar lämnat längre
    längs längst lär läsa läser lätt lättare låg låga lågt lånar lång långa långsam långt låta
    låter lördag lördagen maj man mars med medan mellan men mena menar mer mera mest mig miljard
    miljarder miljon miljoner min mina mindre minskade minskar minskat minst minut minuten
    minuter mitt mittemot mkr morgon morgonen mot mycket myndigheten myndigheterna månad månaden
    månader måndag måndagen många måste möjlig möjligt möter natt natten ned nedåt nej ner ni
    nio nionde nog november nu nuvarande ny nya nyligen nyss nytt nyår nämligen när nära närmare
    närmast nästa nästan nå någon någonsin någonting något några når oavsett och också ofta ok
    oktober okänd okända okänt om omkring onsdag onsdagen orolig oroliga orsak orsakar oss
    ovanför pekar per person personer procent på rad redan rekord rekordmånga räcker räddad
    räddade räddades räknar räknas rätt rör sade sagt samma samman sammanlagt samt samtidigt
    satsa satsar satt se sedan senare senast senaste sent september ser sett sex sida sidan sig
    sin sina sist sista sitt sitta sitter sju själv själva sjätte ska skall ske sker skett
    skriver skull skulle skäl slut slutar släpper slår små smått snabb snabba snabbt snarare
    snart snett som somliga sommar sommaren sommarens somrar stanna stannar starta startar steg
    stiga stiger stod stoppas stor stora stort strax ställa ställdes ställer stället ställs
    stänga stängdes stänger stängs stå står större störst största säg säga säger sälja säljer
    säljs sänker sänks särskilt sätt sätta sätter så sådan sådana sådant sålde såldes söka söker
    sökt sökte söndag söndagen ta tack tagit tappade tappar tar tas tid tiden tider tidig tidiga
    tidigare tidigt till tillbaka tillräckligt tills tillsammans timmar timme tio tionde tisdag
    tisdagen tjänar tog togs tom tomt torde torsdag torsdagen totalt tre tredje tredjedel tror
    trots tusen tusentals tvingas två tvåa tycker tyder undan under ung unga upp uppe uppgav
    uppger uppges uppmanas ur ut utan utanför ute utvecklar utvecklas vad vanlig vanliga vanligt
    vann var vara varandra varannan varar vare varför varit varje varken varmare varnar vart
    vecka veckan veckor vem vems verkar verkligen vet vi vid vidare viktig viktiga viktigt vilja
    vilka vilken vilket vill ville vinna vinner vinter vintern vinterns visa visade visar visas
    visat visst visste vuxit väl väldigt vänta väntar väntas väntat värst värsta växer vår våra
    våren vårens vårt än ända ändra ändrar ändras ännu är även år året årets årig åring åt åter
    återigen återvänder åtta åttonde öka ökad ökade ökar ökat öppen öppet öppna öppnar öppnas
    öre över överens överklagar övrig övriga"""
_DANISH_AND_NORWEGIAN = """
    ad af aflyst aften aldri aldrig alene all alle allerede allermest alligevel alltid alltså
    alt altfor altid altså anden andet andre andres annen annenhver annet antal antall antallet
    april arbejder at august av avgjort avlyst avsluttet baade bag bagefter bagud bak bakom bare
    be bedre bedst bedste begge begyndelsen begynder begyndt begyndte begynnelsen begynner
    begynt begynte behov behøver ber berører besluttet best beste bestemt betyder betyr bidrar
    blandt blant ble blev blevet bli blir blitt blive bliver bor bort borte bra bringer bruge
    bruger bruges brugt bruke bruker brukes brukt bryder bryter burde bygd bygde bygge byggede
    bygger byggeriet bygges bygget bygging byggingen både bør cirka da dag dage dagen dagene
    dagens dager dansk danske de december deg del dele deler dels dem den denne dens der
    derefter deres deretter derfor derfra derimod derimot derpå derved desember dess dessuten
    desuden det dets dette dig din dine disse dit ditt dobbelt doblet dog dra drar dreier du dyr
    dyre dyrere dyrt då dårlig dårligt efter eftersom efterår efteråret egen eget egne eller
    ellers en end enda ende endelig endnu ene eneste enig enige enkelt enkelte enn ennå ens
    ensom er et etc ett etter etterpå even faktisk fald falder faldt fall faller falt fandt fant
    fattet februar fem femte fik fikk finde finder findes fine finne finner finnes finst fire
    firma firmaet fjerde fjern fjor flere flest fleste flytter flyttes flyttet for foran forbi
    fordi fordoblet forhold forleden forrige forsinkes forsinket forsøger forsøker forteller
    fortsat fortsatt fortsetter fortsætter fortæller forventer forventes forventet forår foråret
    fra fram fredag frem fremad fremme frygter frygtet frykter fryktet fuld full fundet funnet
    fyller få fået får fått færre følge følgende følger før føre fører førre først første førte
    ga gamle gammel gammelt gang gange gangen ganger ganske gav gerne gi gik gikk gir gitt giv
    give giver givet gjelder gjennom gjerne gjorde gjort gjør gjøre glad god gode godt gå gået
    går gått gælder gør gøre ha hadde haft halv halvdelen halve halvparten halvt ham han hans
    har hardest hardt hatt havde have heh hel hele helgen heller helt hen hende hendes henne
    hennes her herfra hertil hitt hjelper hjem hjemme hjælper ho holde holder holdt hos hun hva
    hvad hvem hver hverandre hverken hvert hvilke hvilken hvilket hvis hvor hvordan hvorfor
    hvornår hårdest hårdt høj høje højere højest højt hører høst høsten høy høye høyere høyest
    høyt i idag igen igennem igjen igjennom ikke imellem imellom imens imidlertid imod imot ind
    inde inden indtil inga ingen ingenting inget inn inne innen innstilt inntil intet ja januar
    jeg jo juli juni just kalder kaldte kaller kalles kan kanskje kom komme kommende kommer
    kommet kort korte kr krever kroner kræver kun kunne kunnet kvar kvart kåret la lad lader
    lagde lagt lang lange langs langt lar latt lav lave laver lavere lavest lavet lavt ledd
    legge legger legges leser let lett lettere lide lidt lige ligesom ligge ligger ligner like
    likevel likt lille lite liten litt lover lukker lukkes lukket lykkedes lykkes lå lægge
    lægger længe længere læser løbet løpet lørdag mai maj man mandag mange mangle mangler mars
    marts med meget meir mellem mellom men mener mens mer mere mest mia midt mig mill milliard
    milliarder million millioner min mindre mindst mine minst minste minutt minutter minuttes
    minuttet mio mistede mister mistet mit mitt mod moden mot mrd mulig muligt mye myndighederne
    myndighetene må måned måneden måneder måtte møder mødte møter møtte na nasjonal nat natt
    natten ned nedad nede nei nej neppe neste nesten netop nettopp ni niende noe noen noensinne
    nogen nogensinde noget nogle nok norsk norske november nu ny nye nylig nyligt nyt nytt
    nyttår nytår nå nådde når nær nærmere nærmest næste næsten ofte og også oktober om omkring
    onsdag op opad oplyser oplyst opp oppe opplyser opplyst os oss otte ottende ovenfor over
    overalt overfor overgår overhovedet peger peker per person personer pludselig plutselig
    procent prosent på pågrebet pågrepet pågriper rad rammer rammes rammet rask raskt redder
    reddet regner regnes rekke ret rett ringe rundt række sa sagde sagt samlet samme sammen
    sammenlignet samtidig sat satse satser satt satte se seg sei sein seint seks selger selges
    selskab selskabet selskap selskapet selv selve sen senere senest seneste senkes sent
    september ser set sett sette setter si sida side siden sidst sidste sier sig siger sin sine
    sist siste sit sitt sjette sju ska skaber skal skalt skape skaper sker skete skjedde skjer
    skjult skulle skyder skyldes skyter slik slikt slipper slut slutt slutter slår smule små
    snart sneart solgt solgte som sommer sommeren sommerens stadig stadigt stadigvæk stanser
    start startede starter startet stedet steg steget stige stiger stilles stilte sto stod
    stopper stoppes stor store stort stramme strammer strammes stå står større størst største
    støtte støtter synes synker så sådan sådanne sådant således sælger sælges sænkes særlig
    særligt sætte sætter sættes søger søker søndag ta tabt tabte tager tages taget takket taper
    tapt tapte tar tas tatt tett ti tid tiden tider tidlig tidligere tidligst tidligt til
    tilbage tilbake tirsdag tirsdager tjener to tog tok torsdag trass tre tredje tredjedel treng
    trenger tro trodde trods troede tror tross true truer trues truet tung tunge tusen tusener
    tusenvis tusind tusinde tusinder tyder tæt ud uden udenfor udvider udvides udvikler udvikles
    uge ugen ugens uger uke uken ukens uker under undtagen ung unge unna unntatt ut ute uten
    utenfor utvider utvides utvikler utvikles vandt vant var vare varer varm varmere varmt
    varsler ved vel velge velger vente ventede venter ventes ventet verdt verre verst vet vi
    vide videre vidste vil ville vinder vinner vinter vinteren virksomhed virksomheden vise
    viser vises visse visst vist viste vokse vokser vokset vokst vore vores vort vrede vår våre
    våren vårt vælge vælger været værre værst vært åben åbent åbne åbner åbnes åpen åpent åpne
    åpner åpnes år årene året årets årig åring årsdag åtte åttende øge øger øget øke øker økt
    økte"""
_POLISH = """
    aby albo albowiem ale ani aż bardziej bardzo bez blisko bo bowiem by byli być był była było
    były będzie będziemy będą będę cała całe całego całej cały całym całą chce chciał chciała
    chcieli chcieć chcą chociaż chodzi choć co coraz coś czas czasem czasu czego czegoś czeka
    czekają czekać czemu czterech cztery czwarta czwartek czwarty czwartym czy czyje czyli
    często daje dają dalej daleko dali dalsze dalszy dać dał dała dla dlaczego dlatego dni dnia
    dniach dniem do dobra dobre dobry dobrze dokładnie dopiero dostali dostanie dostaną dostał
    dostała dotychczas dotąd dość drożej droższa droższe droższy druga drugi drugie drugiego
    drugiej drugim drugą duża duże dużo duży dużych dwa dwaj dwie dwieście dwoje dwoma dwóch
    dziesięciu dziesięć dziewięciu dziewięć dzień dzisiaj dzisiejszy dzięki dziś firma firmy gdy
    gdyby gdyż gdzie gdzieś go grudnia grudzień i ich ile im inaczej inna inne innego innej inny
    innych innym iż ja jak jaka jakby jaki jakich jakie jakiś jako jakoś je jeden jedenastu
    jedenaście jedna jednak jednego jednej jedno jednocześnie jednym jedną jedynie jego jej jemu
    jesienią jesień jest jestem jesteśmy jeszcze jeśli jeżeli już każda każde każdego każdej
    każdy kiedy kiedyś kilka kilkadziesiąt kilkanaście kilku kim kogo kolejna kolejne kolejnego
    kolejnej kolejny kolejnych komu koniec konieczne kosztem kosztuje kosztują końca końcu
    krótko kto ktoś która które którego której który których którym którzy którą ku kwiecień
    kwietnia lat lata latach latem lato lecz lepiej lepsza lepsze lepszy lipca lipcu lipiec
    listopad listopada ludzie lutego luty ma maj maja maju mają mam mamy marca marcu marzec mała
    małe mało mały małych mi miał miała miało miały mieli miesiąc miesiąca miesiące miesięcy
    mieć miliard miliarda miliardy miliardów milion miliona miliony milionów mimo minionym
    między mld mln mnie mniej mniejsza mniejsze mniejszy mną moc mogli mogą mogła mogło moja
    moje może możemy możliwe możliwość można mu musi musiał musiała musieli musieć muszą my mógł
    mój mówi mówią mówić młoda młodej młody młodych na nad nadal nagle najbardziej najbliższy
    najgorszy najlepsza najlepsze najlepszy najlepszą najmniej najnowsze najnowszy najpierw
    najstarsza najstarszy najwięcej największa największe największy największą najwyższe
    najwyższy nam nami naprawdę nas następna następne następnego następny nasz nasza nasze nawet
    nic nich niczego nie niech nieco niedawno niedziela niedzielę niego niej niektóre niektórzy
    niemal nieznana nieznane nieznanej nieznany nigdy nikogo nikt nim nimi niska niski niskie
    nią niż niższe niższy no noc nocy nowa nowe nowego nowej nowi nowy nowych nowym nowymi nową
    o ob obecnie obok obowiązuje obowiązują obu od odbywa odbędzie odwołana odwołane odwołany
    około on ona one oni ono opóźnia oraz osiem osoba osoby ostatni ostatnia ostatnich ostatnie
    ostatniego ostatniej ostatnim ostatnio ostra ostre ostrzega ostrzegają osób oto otwarto
    otwarty otwiera otwierają otworzy oznacza ośmiu paru parę październik października pewien
    pełna pełny pierwsza pierwsze pierwszego pierwszej pierwszy pierwszych pierwszym piątek
    piątkowy piąty pięciu pięć po pod podaje podali podał podała podczas podoba podobne podobno
    poinformował poinformowała pokazali pokazał pokazała pokazuje pokazują pokaże ponad
    poniedziałek ponieważ ponownie poprzedni poprzednie poprzez potem potrzeba potrzebne
    powiedział powiedziała powinien powinna powinno powodem powodu poza pozostaje pracował
    pracuje pracy prawie proc procent procentu procentów prosto prowadzi przeciw przed przede
    przegrał przegrała przegrały przeniesione przeniesiony przez przy przynajmniej przyszła
    przyszło przyszły przyszłym pół później późno późny późnym raczej raz razem razy roczny rok
    rokiem roku rosną rosnąć rozpoczyna rozpoczął rośnie rusza ruszy ruszył ruszyła ruszą rzadko
    rzadziej rzecz rzeczywiście rządzi również sam sama same sami samo samym siebie siedem
    siedmiu sierpień sierpnia się sobie sobota sobotę sobą spada spadają spadł spadła spadły
    spaść sprzedaje sprzedać sprzedała spółka spółki staje stanie stare starej stary starych
    stawia stawiają stać stał stała stało sto styczeń stycznia swego swoich swoim swoja swoje
    swojego swojej swoją swój sześciu sześć szybciej szybki szybko szósty są ta tak taka taki
    takich takie także tam taniej tańsze tańszy te tego tej temu ten teraz też to tobie tobą
    trafi trafią trafił trafiła trudne trudniejszy trudny trwa trwają trzeba trzech trzeci
    trzecia trzeciego trzecim trzecią trzy tu tutaj twoje tworzy tworzą ty tych tydzień tygodni
    tygodnia tygodniu tyle tylko tym tymczasem tymi tys tysiąc tysiące tysięcy tą tę u udało
    uniewinnił uprawiają uważa uważają ułatwić używać w wam wasz wbrew wcale wciąż wczesny
    wcześnie wcześniej wczoraj we wedle według weekend widzi widział wie wiedzą wiele wielka
    wielki wielkie wielu wiosna wiosną wiosnę więc więcej większa większe większość większy
    wkrótce wobec wolne wolno wraca wracają wraz wreszcie wrzesień września wrócili wrócił
    wróciła wróciły wskutek wszyscy wszystkich wszystkie wszystkim wszystko wtedy wtorek
    wtorkowy wybiera wybierają wycofuje wygrali wygrał wygrała wygrały wygrywa wymaga wymagają
    wynajmuje wysoka wysoki wysokie wyższa wyższe wyższy wzrasta wzrosną wzrosła wzrosły
    wzrośnie wzrósł własna własne własny wśród z za zaczyna zaczynają zaczął zaczęli zaczęła
    zagraża zagrażają zamiast zamyka zamykają zanim zapadła zaraz zasadniczo zatem zatrzymali
    zatrzymał zatrzymała zawsze zaś zbudował zbudowała zbyt zdaniem zdobyli zdobył zdobyła ze
    zero zeszły zima zimą zimę zmalała zmaleje zmian zmiana zmieni zmienia zmienią znalazł
    znalazła znaleziono znaleźli znowu znów zostali zostanie zostaną został została zostało
    zostały zupełnie zwolnić zwykle zł złoty złotych średnio środa środę żaden żadna żadnego
    żadnej że żeby żądają"""


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) or word for word in words.split())


_SCANDINAVIAN = _stems(_DANISH_AND_NORWEGIAN)
_BY_LANGUAGE = {
    "sv": _stems(_SWEDISH),
    "da": _SCANDINAVIAN,
    "no": _SCANDINAVIAN,
    "pl": _stems(_POLISH),
}
# A list counts where so many of the texts, or more, are in its language.
_LEAST_SHARE = 0.25


def common_words(texts: Iterable[str]) -> frozenset[str]:
    """The commonest words of the languages that the texts are in, as `stem` has them."""
    told = list(texts)
    spoken = (
        words
        for language, words in _BY_LANGUAGE.items()
        if sum(is_in(text, language) for text in told) >= _LEAST_SHARE * len(told) > 0
    )
    return frozenset().union(*spoken)
