"""Kinds of faults in Azerbaijani."""

from __future__ import annotations

import re

from tests.translations.kinds import Kind, Text

_NUMBERED = r"(?:[Çç]uxur|[Gg]ediş|[Oo]yun|[Dd]övrə|[Oo]yunçu|[Aa]ddım|[Tt]apmaca|[Dd]ərs)"
_PLACES = r"\{(?:hole|move|number|lap|laps|next|wanted|id|last|ply|step)\}"
_ASKS = (
    r"m[ıiuü]\b|\b(?:[Hh]ansı|[Nn]eç\w+|[Nn]ecə|[Nn]ə\w*|[Nn]iyə|[Hh]ara\w*|[Bb]əs|[Bb]əlkə|[Kk]im\w*)\b"
    r"|(?:din|dun|sin|sun|sın)\?|/"
)


def _asks_nothing(text: Text) -> bool:
    """Is a question told from a statement by its mark alone?"""
    questions = re.findall(r"[^.?!:]*\?", text.text)
    return any(not re.search(_ASKS, question) for question in questions)


GRAMMAR = (
    Kind(
        "the letter I takes endings with a: it is read ı",
        r"\bI(?:-d[əe]|-y[əi]|-n[iə])",
        wrong=("I-dən", "I-yə"),
        right=("I-dan", "a-dan", "E-dən"),
    ),
    Kind(
        "«öz» that binds to the seed or the lap: own is the player's",
        r"(?:[Ss]on \{seed\}|[Ss]on (?:toxum|daş|döyüşçü)|[Bb]irinci dövrə(?:nin)?|ilk dövrə|[Nn]övbə \w+) öz ",
        wrong=("Son {seed} öz boş {last} çuxuruna düşdü", "Birinci dövrə öz dolu çuxurunda bitə bilməz"),
        right=("Son {seed} oyunçunun öz boş {last} çuxuruna düşdü", "Son döyüşçünüz öz cərgənizdəki çuxura düşərsə"),
    ),
    Kind(
        "a noun before its letter or number, as in Russian: «a çuxuru», «{move} gedişi», «{number} nömrəli oyun»",
        rf"\b{_NUMBERED} (?:{_PLACES}(?! (?:çuxur|nömrəli|gediş|tapmaca))|[A-La-l][12]?(?![\w-]))",
        wrong=("Çuxur a boşdur", "Gediş {move} düzdür", "Oyun {number}", "(dövrə {next})"),
        right=("a çuxuru boşdur", "{move} gedişi", "{number} nömrəli oyun", "Gediş: {number}", "a oyun"),
    ),
    Kind(
        "a question without -mı or a word that asks",
        _asks_nothing,
        wrong=("Burada yenisiniz?", "bu, mətn faylıdır?", "{player} təslim olur?"),
        right=("bu, mətn faylıdırmı?", "Hansı oyun?", "Əvəz edilsin?", "Bəs sonra?", "bəli/xeyr? (xeyr)"),
    ),
    Kind(
        "a move that wins or loses by itself: the player does",
        r"gediş\w* oyunu (?:uduzur|udur)",
        wrong=("birindən başqa hər gediş oyunu uduzur",),
        right=("Birindən başqa bütün gedişlər uduzdurur", "Rəqib bu oyunu udur"),
    ),
    Kind(
        "a position that is *repeated* for the second time has occurred three times",
        r"ikinci dəfə təkrarlan",
        wrong=("Mövqe ikinci dəfə təkrarlandı",),
        right=("Mövqe ikinci dəfə yarandı",),
    ),
    Kind(
        "a margin without its ending: «fərqi ilə»",
        r"(?:döyüşçü|\{lead\}) fərq(?:lə|dir)",
        wrong=("düz iki döyüşçü fərqlə", "Siz {lead} fərqlə uddunuz"),
        right=("iki döyüşçü fərqi ilə",),
    ),
    Kind(
        "«növbəti» as a noun has «-si»",
        r"\b[Nn]övbətini\b",
        wrong=("Növbətini həll et",),
        right=("Növbətisini həll et", "Növbəti oyun"),
    ),
    Kind(
        "a name without a case where one is needed",
        r"\{move\} \{lost\}|səhv: [A-L] |\bNövbə \{player\}:",
        wrong=("{mark}: {move} {lost} daha yaxşı idi", "Növbə {player}: bir gediş"),
        right=("{mark}: {move} gedişi {lost} xal yaxşı idi", "Növbə: {player}."),
    ),
    Kind(
        "an object of «başlamaq», which takes the dative: «oyuna başlayır»",
        r"\b(?!eyni\b)\w+(?:nı|ni|nu|nü|ları|ləri) (?:\w+ ){0,3}başla(?:yır|ya )",
        wrong=(
            "Oyunları oyunçular növbə ilə başlayır",
            "növbəsini oradan başlaya bilər",
            "növbətisini teqlər başlayır",
        ),
        right=("Oyunlara oyunçular növbə ilə başlayır", "oyunlar eyni cür başlayır", "estafeti başladır"),
    ),
    Kind(
        "a noun before its quoted name: «mövqe “{position}”»",
        r"(?i)\b(?:gediş|mövqe|oyunçu|sürət|oyun|çuxur|seçim|dil|görünüş) “\{",
        wrong=("mümkün olmayan mövqe “{position}”", "naməlum oyun “{name}”: oyunlar"),
        right=("“{position}” mümkün mövqe deyil", "“{name}” adlı oyun yoxdur"),
    ),
    Kind(
        "a number without the ending that “of them” needs",
        r"\{\w+\} dördlükdən yalnız",
        wrong=("{wanted} dördlükdən yalnız {found} götürdünüz",),
        right=("yalnız {found} dördlük götürdünüz",),
    ),
)

IDIOM = (
    Kind(
        "«dörd etmək», a calque of “make four”: a «dördlük» comes to be",
        r"\bdörd (?:etmə|edən|edər|etsin|edə|edib)|edilən dörd|dördlüyü edir|\b[Dd]ördlər\b"
        r"|[Çç]uxurunuzda dörd$|dördlə bit|toxumla dörd$",
        wrong=("orada dörd etməsə", "Yoldakı dördlər", "Öz çuxurunuzda dörd", "Son toxumla dörd"),
        right=("orada dördlük yaratmasa", "Yoldakı dördlüklər", "dörd daş"),
    ),
    Kind(
        "«saxlamaq» for what a hole holds",
        r"çuxuru?\b.* saxlayır|Çuxur .* saxlayır",
        english=r"\bholds?\b",
        wrong=(("a holds three", "a çuxuru üç daş saxlayır"),),
        right=(("a holds three", "a çuxurunda üç daş var"),),
    ),
    Kind(
        "words strung together to avoid an ending",
        r"(?:\b[Bb]itir|götürür|verir|ələ keçirir|keçirildi|keçirdi): \{|^O, \{|\bCənub götürür:",
        english=r"\b(?:[Ee]nds|ended|takes|captured|gives) (?:in|on|\{)|of \{hole\} captured",
        wrong=(("Ends in {hole}, takes {count}.", "Bitir: {hole}, götürür: {count}."),),
        right=(("Ends in {hole}, takes {count}.", "Gediş {hole} çuxurunda bitir, {count} ədəd götürür."),),
    ),
    Kind(
        "«oynatmaq» for moving a stone: it reads “you played”",
        r"(?:daşı|[Oo]nu|-n[iıuü]) oynadın",
        wrong=("A2-dəki daşı oynadın", "F2-ni oynadın"),
        right=("A2-dəki daşı keçirin", "oyun oynadınız"),
    ),
    Kind(
        "a calque that says something else",
        r"Uzun ovuc|ovucu\b|əldən çək|salamat qalın|uduşlu|Link ilə|Bir çuxuru səpin|(?<!çuxuru) işarəsini itirsin"
        r"|dövrəlik dövr|oxunuşumuz|Ən sol mükafat|[Mm]ühərrik dincəl|saydan az|yalnız bir sayını"
        r"|kimin olmasından asılı",
        wrong=(
            "Uzun ovuc qayıdır",
            "Ən sol mükafatı",
            "{most} saydan az lazımdır",
            "194 dövrəlik dövr",
            "kimin olmasından asılı",
        ),
        right=("Dolu ovuc qayıdır", "Ən sol çuxurun mükafatı", "194 dövrəlik tsikl"),
    ),
    Kind(
        "a stone that makes four stones: four come together by it",
        r"düz dörd (?:daş|toxum)\b[^.:]* yara[dt]",
        wrong=("Dövrənin son daşı düz dörd daş yaradarsa", "düz dörd toxum (*casa*) yaradırsa"),
        right=("Dövrənin son daşı ilə düz dörd daş toplanarsa", "çuxurunda dördlük yaratdı"),
    ),
    Kind(
        "“switched off” before JavaScript: it reads as if it had to be off",
        r"söndürülmüş JavaScript",
        wrong=("Oynamaq üçün burada söndürülmüş JavaScript lazımdır.",),
        right=("Oynamaq üçün JavaScript lazımdır, burada isə o söndürülüb.",),
    ),
    Kind(
        "“sown on” without the on",
        r"^səpilir$",
        wrong=("səpilir",),
        right=("səpin davam edir",),
    ),
)

TERMS = (
    Kind(
        "«başlanğıc» for the opening: that is «açılış»",
        r"(?i)başlanğıc",
        english=r"(?i)\bopening\b",
        wrong=(("The opening", "Başlanğıc"),),
        right=(("The opening", "Açılış"),),
    ),
    Kind(
        "«qeyd», a record, for a comment: that is «şərh»",
        r"(?i)\bqeyd",
        english=r"(?i)\bcomments?\b",
        unless=r"(?i)\brecords?\b",
        wrong=(("Comment", "Qeyd"),),
        right=(("Comment", "Şərh"),),
    ),
    Kind(
        "«yazı» for a record: that is «qeyd»",
        r"\b[Yy]azı(?:nı|sı)?$",
        english=r"(?i)\brecord\b",
        wrong=(("Record", "Yazı"),),
        right=(("Record", "Qeyd"),),
    ),
    Kind(
        "«parametr», a setting, for an option: that is «seçim»",
        r"(?i)\bparametr",
        english=r"(?i)\boptions?\b",
        wrong=(("option {option}", "{option} parametri"),),
        right=(("option {option}", "{option} seçimi"),),
    ),
    Kind(
        "«tam» for exactly: that is «düz»",
        r"\b[Tt]am\b",
        english=r"(?i)\bexactly\b",
        wrong=(("exactly two", "tam iki"),),
        right=(("exactly two", "düz iki"),),
    ),
    Kind(
        "two words for one thing: opponent, legal, link, first lap, endless sowing, hint, canonical order",
        r"(?i)digər oyunçu|o biri oyunçu|qaydaya uyğun|^Keçid$|ilk dövrə|sonu olmayan səpin|məsləhət:"
        r"|qaydalı ardıcıllıq",
        wrong=("digər oyunçunun", "qaydaya uyğun gediş", "Keçid", "ilk dövrə", "Məsləhət: {move}."),
        right=("rəqibin", "mümkün gediş", "Link", "birinci dövrə", "İpucu: {move}."),
    ),
    Kind(
        "«səviyyə», a level of difficulty, for an even position",
        r"(?i)səviyyə",
        unless=r"(?i)level",
        wrong=(("Even", "Səviyyə"),),
        right=(("Level", "Səviyyə"), ("Even", "Bərabər")),
    ),
    Kind(
        "«sirr», what nobody may tell, for the secret of a site: that is «məxfi açar»",
        r"\b[Ss]irr",
        english=r"(?i)\bsecret\b",
        wrong=(("this secret can be guessed", "bu sirri tapmaq olar"),),
        right=(("this secret can be guessed", "bu məxfi açarı tapmaq olar"),),
    ),
)

KINDS = (*GRAMMAR, *IDIOM, *TERMS)
