"""Kinds of faults in Filipino."""

from __future__ import annotations

import re

from tests.translations.kinds import Kind, Text

NAMES = r"\{(?:player|one|other|south|north)\}"
COUNTS = r"\{(?:count|depth|found|games|done|total|wanted|number|most)\}"
NUMERALS = "isa|dalawa|tatlo|apat|lima|anim|pito|walo|siyam|sampu"


def _counts_without_linker(text: Text) -> bool:
    """Is a noun counted in a message that has no plural forms, so that no form can bring the linker?"""
    if " | " in text.english:
        return False
    after = r"(?:na|pa|ang|ng|sa|lang|lamang|mula|at|o|ito|dapat|min|s)\b"
    return bool(re.search(rf"{COUNTS} (?!{after})[a-z]", text.text))


KINDS = (
    Kind(
        "hilera, a row, for a file: kolum",
        r"\bhilera\b",
        wrong=("kinukuha ang buong hilera",),
        right=("kinukuha ang buong kolum",),
    ),
    Kind(
        "mga before a numeral: it means about so many",
        rf"\b[Mm]ga (?:{NUMERALS})\b",
        unless=r"\babout\b",
        wrong=("Laro ito ng mga apat", "Mga apat sa daan"),
        right=("mga grupo ng apat", ("about four seeds", "mga apat na binhi")),
    ),
    Kind(
        "pakaliwa for counterclockwise: it is read leftward",
        r"(?<!mula kanan )\b[Pp]akaliwa\b|(?<!mula kaliwa )\b[Pp]akanan\b",
        english=r"clockwise",
        wrong=(
            ("they are sown counterclockwise", "ihahasik nang pakaliwa"),
            ("clockwise", "pakanan (ayon sa orasan)"),
        ),
        right=(
            ("counterclockwise", "kontra sa ikot ng orasan"),
            ("counterclockwise, from left to right", "kontra sa ikot ng orasan, mula kaliwa pakanan"),
            ("stones walk to the left", "Pakaliwa ang lakad"),
        ),
    ),
    Kind(
        "a noun after a number that has not chosen its linker (na)",
        _counts_without_linker,
        wrong=("sobra ang {count} galaw", "{count} butas ang ibinigay", "{done} sa {total} galaw"),
        right=(
            "{count} ang butas na ibinigay",
            "{count} sa {total}",
            ("{count} lap | {count} laps", "{count} ikot"),
        ),
    ),
    Kind(
        "a person's name after the marker of a thing, or a side after that of a person",
        rf"\b(?:[Aa]ng|ng|sa|si|ni|kay) {NAMES}",
        english=r"invites you|asks for|asks to|\} offers a draw\.$|Waiting for|against|'s turn|'s opening|\{one\}"
        r"|\} wins the match\.$|\} to move\.$|no legal move and passes",
        wrong=(
            ("{player} offers a draw.", "Nag-aalok ng tabla ang {player}."),
            ("{south} against {north}", "{south} laban kay {north}"),
        ),
        right=(
            ("{player} offers a draw.", "{player}: nag-aalok ng tabla."),
            ("{player} wins, {high} to {low}.", "Panalo ang {player}, {high} sa {low}."),
        ),
    ),
    Kind(
        "a linker that hangs on a place",
        r"\}(?:-?ng|'t|’t)\b",
        wrong=("{count}ng binhi",),
        right=("{count} na binhi", "{count} ng {hole}"),
    ),
    Kind(
        "a hole that contains a row",
        r"may laman ng sarili",
        wrong=("sa butas na may laman ng sarili mong hanay",),
        right=("sa may-lamang butas ng sarili mong hanay",),
    ),
    Kind(
        "in your opinion, for as you see it",
        r"\bsa tingin mo\b",
        wrong=("pakanan sa tingin mo",),
        right=("pakanan kung titingnan mula sa panig mo",),
    ),
    Kind(
        "a move as a place",
        r"\bsa \{moves?\}",
        wrong=("Makakakuha ngayon ang kalaban sa {move}.",),
        right=("Makakakuha ngayon ang kalaban sa galaw na {move}.",),
    ),
    Kind(
        "ay with nothing after it",
        r"\bay$",
        wrong=("Ang pag-click sa butas ay",),
        right=("Kapag na-click ang butas",),
    ),
    Kind(
        "closed by the sand: tabunan ng buhangin",
        r"\b[Ii]s(?:in)?a(?:sa)?ra\b.*\bng buhangin",
        wrong=("isinara ng buhangin", "Isinasara ng buhangin", "Isara ang butas ng buhangin"),
        right=("tinabunan ng buhangin", "Isara ang larong ito"),
    ),
    Kind(
        "itira and tumira: read to leave over, to live",
        r"(?i)\b(?:maka|nai|maiti|mai|i|iti|itini|tumi)tira\w*|\btumira\b",
        wrong=("Walang makatira", "itira na", "Tumira ang {player}", "Wala pang naitirang galaw.", "hindi maititira"),
        right=("Walang makagalaw", "gawin ito", "Titira: {player}.", "Walang natira"),
    ),
    Kind(
        "a warrior who is a winner: “panalo ng isang mandirigma”",
        r"panalong isang",
        wrong=("panalong isang mandirigma",),
        right=("“panalo ng isang mandirigma”", "panalong lamang ng dalawa"),
    ),
    Kind(
        "mas mabuti, more virtuous: mas mainam",
        r"\b[Mm]as mabuti\b",
        wrong=("Mas mabuti ang Hilaga",),
        right=("Mas mainam ang lagay ng Hilaga",),
    ),
    Kind(
        "ibalik for taking back: bawiin",
        r"\b(?:[Ii]balik|[Ii]bin(?:aba)?alik|[Mm]aibabalik)\b",
        english=r"(?i)\btak(?:e|en)\b.{0,24}\bback\b|\bundo\b|\bredo\b",
        wrong=(("Take back", "Ibalik"), ("Moves were taken back.", "Ibinalik ang mga galaw.")),
        right=(("Take back", "Bawiin"), ("bring that position back", "ibalik ang posisyong iyon")),
    ),
    Kind(
        "sa daan, on the road: habang daan",
        r"\bsa daan\b",
        wrong=("Mga apat sa daan", "Sa daan".lower()),
        right=("habang daan", "tuloy ang daan"),
    ),
    Kind(
        "two words for one thing",
        r"\b(?:[Mm]ungkahi|[Tt]alaan|[Pp]una\b|[Mm]akina\b|[Yy]ugto ng laban|[Pp]agkakalat|[Nn]agpasa\b)"
        r"|antas na \{rating\}|[Bb]onus ng pinakakaliwa",
        wrong=("Mungkahi: {move}.", "Talaan", "Makina ng pagsusuri", "Parehong nagpasa", "Bonus ng pinakakaliwa"),
        right=("Pahiwatig: {move}.", "Tala", "mga talahanayan", "Parehong pumasa", "Bonus sa pinakakaliwa"),
    ),
    Kind(
        "words that mean something else: carelessness, delayed, for nothing, not until tomorrow, somebody erred",
        r"[Kk]awalang-ingat|[Nn]aantala|^Maluwag$|para sa wala\b|\bbukas pa\b|pakiusap"
        r"|mula butas hanggang|masama nang malaki|May nagkamali",
        wrong=("kawalang-ingat", "naantala", "isa para sa wala", "bukas pa", "May nagkamali rito."),
        right=("bahagyang pagkakamali", "naputol", "hindi pa nasusubukan", "Bumalik bukas."),
    ),
    Kind(
        "itago, to hide, for keeping",
        r"\b(?:[Ii]t(?:in)?a(?:ta)?go|[Mm]aitago|[Nn]agtatago)\b",
        english=r"(?i)\bke(?:ep|pt)\b",
        wrong=(("Keep this line as a variation", "Itago ang linyang ito"),),
        right=(("Keep this line as a variation", "Panatilihin ang linyang ito"),),
    ),
    Kind(
        "seeds that win",
        r"[Pp]analo ang mas marami",
        wrong=("Panalo ang mas maraming binhi.",),
        right=("Panalo ang may mas maraming binhi.",),
    ),
    Kind(
        "of its own: hiwalay",
        r"\b[Ss]ariling (?:tira|bilog)",
        wrong=("Sariling tira ang pasa", "sariling bilog"),
        right=("Hiwalay na tira ang pasa", "sariling butas"),
    ),
    Kind(
        "a clause that hangs on the wrong word: playing is switched off",
        r"Kailangan ng JavaScript",
        wrong=("Kailangan ng JavaScript sa paglalaro, na nakapatay rito.",),
        right=("Kailangan sa paglalaro ang JavaScript, na nakapatay rito.",),
    ),
    Kind(
        "a hyphen after tig before a consonant",
        r"\b[Tt]ig-[^aeiou]",
        wrong=("Tig-tatlo", "tig-limang"),
        right=("Tigtatatlo", "tig-aapat"),
    ),
    Kind(
        "a key of a keyboard as a button",
        r"\b(?:[Pp]indutan|pindutang|pindot)\b",
        english=r"(?i)\bkeys?\b",
        wrong=(("Keys and help", "Mga pindutan at tulong"),),
        right=(("Keys and help", "Mga key at tulong"), ("Press Ctrl+C", "Pindutin ang Ctrl+C")),
    ),
    Kind(
        "for the second time: kapag naulit",
        r"ikalawang beses",
        english=r"second time",
        wrong=(("If a position occurs for the second time", "Kung lumitaw sa ikalawang beses"),),
        right=(("If a position occurs for the second time", "Kapag naulit ang isang posisyon"),),
    ),
    Kind(
        "-siyon beside -syon",
        r"siyon",
        wrong=("opsiyon", "koneksiyon"),
        right=("opsyon", "koneksyon", "posisyon"),
    ),
    Kind(
        "walang lamang: read none but",
        r"\b[Ww]alang lamang\b",
        wrong=("Walang lamang board",),
        right=("Board na walang laman", "walo na lamang"),
    ),
    Kind(
        "two markers in a row",
        r"\b(?:[Aa]ng|ng|sa) ang\b|\b(?:ng|sa) ng\b",
        wrong=("kailangan ng ang site",),
        right=("kailangan ng site", "ang sa Hilaga"),
    ),
    Kind(
        "a thing with its marker where a sentence brings one",
        r"^ang ",
        english=r"^(?:a|the) (?:site|document|match of|PNG|PostgreSQL|Redis)\b",
        wrong=(("the site", "ang site"), ("a match of {game}", "ang laban ng {game}")),
        right=(("the site", "site"), ("The board", "ang board")),
    ),
    Kind(
        "a lap that is no ikot",
        lambda text: "ikot" not in text.text.lower(),
        english=r"\b[Ll]aps?\b",
        wrong=(("Lap {lap}", "Lap {lap}"),),
        right=(("Lap {lap}", "Ikot {lap}"),),
    ),
    Kind(
        "a round that is no round",
        lambda text: "round" not in text.text.lower(),
        english=r"\b(?:[Tt]he|next|this|[Oo]ne|single|whole) rounds?\b(?! up)",
        wrong=(("One round", "Isang yugto"),),
        right=(("One round", "Isang round"), ("round the ring", "paikot sa bilog")),
    ),
    Kind(
        "a blank before an ellipsis",
        r"\s…",
        wrong=("nag-iisip …",),
        right=("nag-iisip…",),
    ),
    Kind(
        "mas masama, more wicked, for a weaker move: mas mahina",
        r"\b[Mm]as masama\b",
        wrong=("Mas masama ang galaw na {move}",),
        right=("Mas mahina ang galaw na {move}",),
    ),
    Kind(
        "ilan at the head of a statement: it asks how many",
        r"^Ilang (?!panalo ang katumbas)",
        english=r"^(?!How|Wins|Lift how).*[Ss]everal",
        wrong=(("Several holes", "Ilang butas"), ("Looks several moves ahead.", "Ilang galaw ang natatanaw.")),
        right=(("Several holes", "Higit sa isang butas"), ("How many to lift", "Ilan ang dadamputin")),
    ),
    Kind(
        "pinakamaraming for at most: it means the most there are",
        r"[Pp]inakamaraming",
        english=r"at most",
        wrong=(("Rounds at most", "Pinakamaraming round"),),
        right=(("Rounds at most", "Hanggang ilang round"),),
    ),
    Kind(
        "upuan, a chair, for a seat in a game: puwesto",
        r"\bupuan\b",
        wrong=("Nagpalit ng upuan ang mga manlalaro.",),
        right=("Nagpalit ng puwesto ang mga manlalaro.",),
    ),
    Kind(
        "a capture out of the hole in which the capturing warrior fell",
        r"kumuha ang huling \w+ mo mula sa",
        wrong=("Kapag kumuha ang huling mandirigma mo mula sa pinakakaliwa mong butas",),
        right=("Kapag sa pinakakaliwa mong butas nahulog ang huling mandirigma mo at nakakuha ito",),
    ),
    Kind(
        "two ways of doubling: makakukuha, as makagagalaw and makararating",
        r"\b[Mm]akakakuha|\b[Nn]akakalamang",
        wrong=("walang makakakuha ng sobra", "Nakakalamang"),
        right=("walang makakukuha ng sobra", "makakansela", "nakakuha"),
    ),
    Kind(
        "a move that wins a loss: nakakawala ng panalo",
        r"[Nn]akakawala ng panalo",
        wrong=("Nakakawala ng panalo ang galaw na {move}.",),
        right=("Nawawala ang panalo sa galaw na {move}.",),
    ),
    Kind(
        "will not be studied, for may not be",
        r"hindi pag-aaralan",
        wrong=("hindi pag-aaralan",),
        right=("hindi maaaring pag-aralan",),
    ),
    Kind(
        "galaw, a move, for motion on the screen: animasyon",
        r"at galaw\b",
        english=r"\b[Mm]otion\b",
        wrong=(("Look and motion", "Hitsura at galaw"),),
        right=(("Look and motion", "Hitsura at animasyon"),),
    ),
    Kind(
        "a clause in the middle of which the state begins with a capital",
        r"\{game\}, \{state\}",
        wrong=("{game}, {state}. {holes}.",),
        right=("{game}. {state}. {holes}.",),
    ),
    Kind(
        "ubusin, to use up, for emptying a hole: alisan ng laman",
        r"(?i)\b\w*ub?ubus\w*|\bubus\w*",
        english=r"(?i)\bempt(?:y|ies|ied)\b",
        wrong=(("empty two of your holes", "ubusin ang dalawa sa mga butas mo"),),
        right=(("empty two of your holes", "alisan ng laman ang dalawa"), ("your time is up", "ubos na ang oras mo")),
    ),
    Kind(
        "tig before a number that is not doubled",
        r"\b[Tt]ig-?(?:isa|dalawa|tatlo|apat|lima|anim|pito|walo|siyam|sampu)",
        wrong=("may tig-isang bato", "may tiglimang mandirigma"),
        right=("may tig-iisang bato", "may tiglilimang mandirigma", "tigsasampung butas"),
    ),
    Kind(
        "man lang, not even, for at least: hindi bababa sa",
        r"\bman lang\b",
        english=r"at least|two at",
        wrong=(("Put at least four", "Maglagay ng apat man lang"),),
        right=(("Put at least four", "Maglagay ng hindi bababa sa apat"),),
    ),
    Kind(
        "two words for one thing: imbitasyon beside paanyaya",
        r"\bimbitasyon",
        wrong=("Nagamit na ang imbitasyong ito",),
        right=("Nagamit na ang paanyayang ito",),
    ),
    Kind(
        "a linker on tungo",
        r"\b[Tt]ungong\b",
        wrong=("mula A tungong B",),
        right=("mula A papuntang B", "tungo sa tatlong mandirigma"),
    ),
    Kind(
        "kasunod, next, for after in the order of holes",
        r"\bhindi kasunod\b",
        english=r"does not come after",
        wrong=(("{hole} does not come after {emptied}", "hindi kasunod ng {emptied} ang {hole}"),),
        right=(("{hole} does not come after {emptied}", "dapat mas huli kaysa sa {emptied} ang {hole}"),),
    ),
)
