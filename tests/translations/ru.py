"""Kinds of faults in Russian."""

from __future__ import annotations

import re

from tests.translations.kinds import Kind, Text

NAMES = r"\{(?:player|one|other|south|north|opponent)\}"
COUNTS = r"\{(?:count|depth|found|games|done|total|most)\}"


def _counts_without_forms(text: Text) -> bool:
    """Is a noun counted in a message that has no plural forms? After "more than" and the like it is the genitive."""
    if " | " in text.english:
        return False
    bare = re.sub(rf"(?:больше|меньше|длиннее) {COUNTS} \w+", "", text.text)
    return bool(re.search(rf"{COUNTS} (?!вместо|или|мин\b)[а-яё]{{3,}}", bare))


KINDS = (
    Kind(
        "кончать, slang with a person or a move as its subject: заканчивать",
        r"(?<![А-Яа-яё])[Кк]онч(?:а|и)",
        wrong=("Север кончает в a", "как в ней кончить?", "ход кончается", "Кончится в {hole}."),
        right=("Посев закончился.", "Партия окончена.", "Окончание", "Конец партии"),
    ),
    Kind(
        "вернуть for taking back: it means giving back, and playing again",
        r"(?<![а-яё])(?:[Вв]ерн[иу]|[Вв]озвра[тщ])",
        english=r"(?i)\btak(?:e|en)\b.{0,24}\bback\b|\bundo\b|\bredo\b|^Played again",
        wrong=(
            ("Take back", "Вернуть ход"),
            ("Moves were taken back.", "Ходы возвращены."),
            ("Undo step", "Вернуть шаг"),
            ("Played again: {moves}.", "Возвращено: {moves}."),
        ),
        right=(("Take back", "Взять ход назад"), ("The players are back in their first seats.", "Игроки вернулись.")),
    ),
    Kind(
        "a name after a preposition: it cannot take the case",
        rf"(?i)(?<![а-яё])(?:против|у|для|от|к|ко|с|со|перед|над|за|о|об|после|без|из|в|во|на|между) {NAMES}",
        wrong=("{one} против {other}", "у {player} позиция лучше"),
        right=("{one} — {other}", "для стороны {player}", "Ждём: {player}."),
    ),
    Kind(
        "дозволенный: bookish",
        r"дозволен",
        wrong=("нет дозволенного хода", "недозволенный ход"),
        right=("нет возможных ходов", "так ходить нельзя"),
    ),
    Kind(
        "a player has (имеет): said of things that one owns",
        r"(?<![а-яё])име(?:ет|ют)(?![а-яё])",
        wrong=("{player} не имеет ходов",),
        right=("Ходов нет: {player} пасует.", "должно иметь вид"),
    ),
    Kind(
        "противник beside соперник",
        r"[Пп]ротивник",
        wrong=("в ряд противника",),
        right=("в ряд соперника", "против часовой стрелки"),
    ),
    Kind(
        "начало for the opening of Kiothi: расстановка",
        r"(?<![а-яё])[Нн]ачал[оаеу](?![а-яё])",
        english=r"(?i)\bopening\b",
        wrong=(
            ("The opening is over.", "Начало закончено."),
            ("the game has no opening steps", "нет шагов начала"),
        ),
        right=(("The opening", "Расстановка"), ("As at the start", "Как в начале")),
    ),
    Kind(
        "закрыть песком: засыпать",
        r"[Зз]акры",
        english=r"\bsand\b",
        wrong=(("closed with sand", "закрыта песком"),),
        right=(("closed with sand", "засыпана песком"), ("Close", "Закрыть")),
    ),
    Kind(
        "примечание beside комментарий",
        r"[Пп]римечани",
        wrong=("Примечание",),
        right=("Комментарий",),
    ),
    Kind(
        "параметр or настройка for an option of a game: правило по выбору",
        r"[Пп]араметр|[Нн]астро",
        english=r"(?i)\boptions?\b",
        wrong=(("More options", "Ещё настройки"), ("option {name}={value}", "параметр {name}={value}")),
        right=(("More options", "Правила по выбору"), ("Settings and language", "Настройки и язык")),
    ),
    Kind(
        "перераспределение beside раскладка",
        r"[Пп]ерераспредел",
        wrong=("в этой игре нет перераспределения",),
        right=("испробована {count} раскладка",),
    ),
    Kind(
        "spaces in a score",
        r"[\d}] : [\d{]",
        wrong=("31 : 29", "{high} : {low}"),
        right=("31:29", "{high}:{low}", "Ждём: {player}."),
    ),
    Kind(
        "a blank before an ellipsis",
        r"\s…",
        wrong=("Движок готовится …",),
        right=("Движок готовится…",),
    ),
    Kind(
        "a noun after a number in a form that the number has not chosen",
        _counts_without_forms,
        wrong=("{count} ходов — слишком много", "поиск на {depth} ходов", "после {count} ходов"),
        right=(
            "ходов {count}: это слишком много",
            "не больше {count} букв",
            "поиск глубиной {depth}",
            ("{count} lap | {count} laps", "{count} круга"),
        ),
    ),
    Kind(
        "победа на (or в) одного воина: «победа одного воина»",
        r"[Пп]обед\w+ (?:на|в) одного",
        wrong=("победа на одного воина", "победа в одного воина"),
        right=("«победа одного воина»", "победа ровно на два воина"),
    ),
    Kind(
        "a side's position without its preposition",
        r"(?<![Уу] )(?:Севера|Юга) позиция",
        wrong=("Севера позиция лучше",),
        right=("У Севера позиция лучше",),
    ),
    Kind(
        "a pronoun that stands for whatever was named last: ход or посев",
        r"^Он(?![а-яё])",
        english=r"^It (?:captured|ended|gave|should|went|stood)\b",
        wrong=(("It ended in {hole}; it should end in {wanted}.", "Он закончился в {hole}, а должен в {wanted}."),),
        right=(
            ("It ended in {hole}; it should end in {wanted}.", "Ход закончился в {hole}, а должен был в {wanted}."),
        ),
    ),
    Kind(
        "крайняя левая without its noun",
        r"крайней левой(?! лунк)",
        wrong=("Бонус крайней левой",),
        right=("Бонус крайней левой лунки",),
    ),
    Kind(
        "a seed that makes (делает) four: becomes четвёрка",
        r"(?<![а-яё])с?дела(?:ет|ют|ть|ло|ли|в\w+) (?:в \w+ )?(?:ровно )?чет(?:ыр|вёр)|[Чч]етвёрку (?:может )?с?дела"
        r"|четырёх (?:там |в ней )?не получается",
        wrong=(
            "Четвёрку может сделать и не последний камень",
            "и четырёх там не получается",
            "Последнее семя делает ровно четыре",
            "сделавшее четыре",
            "не делает в ней четвёрки",
        ),
        right=("становится ровно четыре", "Четвёрка может получиться"),
    ),
    Kind(
        "words that mean something else: embezzlement, part of a hole, the singular",
        r"[Рр]астрат|[Чч]асть лунки|[Оо]глянуться|единственное число",
        wrong=("«растрата»", "Часть лунки", "Оглянуться", "Два — единственное число."),
        right=("«порча, трата впустую»", "Неполная горсть", "Просмотр ходов"),
    ),
    Kind(
        "a lap that is no круг",
        lambda text: "круг" not in text.text.lower(),
        english=r"\b[Ll]aps?\b",
        wrong=(("Lap {lap}", "Виток {lap}"),),
        right=(("Lap {lap}", "Круг {lap}"), ("first_lap_restriction", "x")),
    ),
    Kind(
        "a round that is no партия",
        lambda text: "парти" not in text.text.lower() or "раунд" in text.text.lower(),
        english=r"\b(?:[Tt]he|next|this|[Oo]ne|single|whole) rounds?\b(?! up)",
        wrong=(("Next round | the next round can begin", "Следующий раунд"), ("One round", "Один круг")),
        right=(("One round", "Одна партия"), ("A long handful goes round North's row", "обходит ряд Севера")),
    ),
    Kind(
        "е for ё",
        r"(?<![А-Яа-яЁё])(?:[Ее]ще|[Ее]е|нее|идет|пойдет|придет|берет|возьмет|отдает|ждем|четверк\w*|все-таки)(?![а-яё])",
        wrong=("Ждем ответа.".lower(), "ещё и четверка", "берет {seeds}"),
        right=("ждём ответа", "четвёрка", "берёт {seeds}", "здешнее"),
    ),
    Kind(
        "quotation marks of another language",
        "[“”„]",
        wrong=("“{name}”",),
        right=("«{name}»", 'нет тега Game, как [Game "rio-kadalis"]'),
    ),
    Kind(
        "a neuter verb before a count in its nominative: 1 would disagree with it",
        r"(?i)(?:упал|выигран|взят|отдан|захвачен|поднят|положен)о \{(?:seeds|counted|taken)\}",
        wrong=("В ряд соперника упало {seeds}, а должно {wanted}.", "{player}: выиграно {seeds}"),
        right=("Вы положили в ряд соперника {seeds}, а нужно {wanted}.", "{player}, взято: {seeds}"),
    ),
    Kind(
        "a colon between a verb and its object, or нет and its genitive",
        r"(?<![а-яё])(?:бер[её]т|забирает|получает|отдаёт|поднимает|с доски|дальше нет): ?\{",
        wrong=("{player} забирает с доски: {seeds}.", "а дальше нет: {missing}"),
        right=("{player} забирает с доски {seeds}.", "{player} раскладывает: {spread}."),
    ),
    Kind(
        "брать without what is taken: сделать захват",
        r"(?<![а-яё])(?:[Бб]ер[её]т|[Вв]озьм[её]т|[Вв]зять) (?:в ряду|в ответ|ходом|по пути|более чем|из неё\b)",
        wrong=("Ход берёт в ряду соперника.", "Север возьмёт в ответ", "может взять ходом {move}"),
        right=("Захват в ряду соперника.", "может сделать захват ходом {move}", "{player} берёт {seeds} из {hole}."),
    ),
    Kind(
        "в свою очередь, for his part, for a player's turn",
        r"в свою очередь",
        wrong=("если ему в свою очередь нечем ходить",),
        right=("если в свой ход ему нечем ходить",),
    ),
    Kind(
        "для стороны before a name",
        r"сторон[аеыу] \{player\}",
        wrong=("у стороны {player} выйдет", "для стороны {player}"),
        right=("{player}: с этим ходом итог партии {value}",),
    ),
    Kind(
        "seeds that win",
        r"[Пп]обеждает большее число",
        wrong=("партий, после которых побеждает большее число семян",),
        right=("побеждает тот, у кого больше семян",),
    ),
    Kind(
        "решать for having solved",
        r"уже решали",
        english=r"\bsolved\b",
        wrong=(("You have solved this one before.", "Эту вы уже решали."),),
        right=(("You have solved this one before.", "Эту задачу вы уже решили раньше."),),
    ),
    Kind(
        "a list of what there is without its colon",
        r"[:;] есть \{",
        wrong=("нет темы «{theme}»: есть {themes}", "«{found}» — не результат; есть {known}"),
        right=("нет темы «{theme}»; есть: {themes}",),
    ),
    Kind(
        "words that mean something else: left out, motion, a handing over",
        r"[Ее]сли опущено|Вид и движение|^сдача$",
        wrong=("Если опущено", "Вид и движение", "сдача"),
        right=("Если не указано", "Вид и анимация", "сдача партии"),
    ),
    Kind(
        "a clause in the middle of which the state begins with a capital",
        r"\{game\}, \{state\}",
        wrong=("{game}, {state}. {holes}.",),
        right=("{game}. {state}. {holes}.",),
    ),
    Kind(
        "the name of a game after a noun without игры",
        r"(?<![а-яё])(?:[Уу]роки|[Сс]амоучитель|[Зз]адачи|[Пп]равила|[Вв]арианты) \{game\}",
        wrong=("Все уроки {game}", "Начать самоучитель {game}"),
        right=("Все уроки игры {game}", "Играть в {game}", "Правила: bonduc rules {game}"),
    ),
    Kind(
        "проиграть, to lose, for playing a game through again",
        r"проигран[оаы] (?:игр|парти)",
        english=r"played through",
        wrong=(("games played through: {count}", "проиграно игр: {count}"),),
        right=(("games played through: {count}", "разыграно заново игр: {count}"),),
    ),
)
