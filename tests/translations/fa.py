"""Kinds of faults in Persian."""

from __future__ import annotations

import re

from tests.translations.kinds import Kind
from tests.translations.order import in_disorder, outside

_WORD = r"(?<![\w\u200c]){}(?![\w\u200c])"  # letters on neither side, nor a joiner
_AFTER_SEEDS = (
    r"(?:از|در|به|را|و|که|هم|است|دارد|داد|بیش|برمی\u200cدارد|برداشته|می\u200cگیرد|گرفت|گرفته شد|افتاد|مانده است)"
)


def _word(pattern: str) -> str:
    return _WORD.format(f"(?:{pattern})")


ORDER = (
    Kind(
        "shown in disorder: results, signs, brackets, moves and words of the command line stand in isolates",
        in_disorder,
        wrong=(
            "نتیجه 1-0 است",
            "جنوب +{lead}",
            "آیا ) جا افتاده؟",
            "با --plot بکشید",
            "حرکت E- حفره را خالی می‌کند",
            "Enter: درس بعدی",
            "مانند holes=5 بنویسید",
            "گزینه {name}={value} نیست",
            "در {host}:{port} گوش داد",
            "پس از F ۴ سنگ",
            "حفره‌های a، b و c",
        ),
        right=(
            "نتیجه \u20661-0\u2069 است",
            "جنوب \u2066+{lead}\u2069",
            "حفره c خالی است (قاعده {rule}).",
            "حفره نشان‌دار (nki) را نمی‌توان گرفت",
            "\u2066Enter\u2069: درس بعدی",
            "گزینه \u2066{name}={value}\u2069: باید باشد",
            "{fault}",
            "۳۱ بر ۲۹، سه سنگ (۲٫۵)",
            "کیوتی (Kiothi) و بائو (Bao la Kimasai)",
            "با `--plot` بکشید",
            "{ply}/{total} (عدد)",
        ),
    ),
    Kind(
        "digits that are not Persian",
        lambda text: bool(re.search(r"(?<!\w)[0-9]", outside(text.text))),
        wrong=("پس از 3 حرکت",),
        right=("پس از ۳ حرکت", "سنگ E2", "\u20660\u2069 (جنوب)", "با `seeds=6`"),
    ),
    Kind(
        "letters and signs that are not Persian",
        r"[يكة]|[هی]\u0654|(?<=[\u0600-\u06ff])[,;?%]",
        wrong=("بازي", "یک, دو", "چرا?", "همهٔ حفره‌ها"),
        right=("بازی", "یک، دو", "چرا؟"),
    ),
)

GRAMMAR = (
    Kind(
        "an ezafe on a place whose word may end in a vowel (جنگجو needs «ی»)",
        rf"\{{(?:seed|seeds|counters|counted)\}} (?!{_AFTER_SEEDS}(?:[ .،؛:]|$))",
        wrong=(
            "آخرین {seed} دور {lap}",
            "{seed} گیرنده در",
            "{seeds} مانده را",
            "{seeds} {hole} را گرفت",
            "{counters} گرفته‌شده",
        ),
        right=("آخرین {seed} در {hole} افتاد", "{player} {seeds} از {hole} برمی‌دارد.", "برمی‌دارد: {seeds}."),
    ),
    Kind(
        "a plain «دور», a lap, for a round: that is «دور بازی»",
        _word(r"دور(?:ی|های|هایی)?") + r"(?! (?:بعدی |جدید |دوم )?بازی| صفحه| ردیف| حلقه| می\u200cزند| از| تخته)",
        english=r"(?i)\brounds?\b",
        unless=r"(?i)\blaps?\b|\b(?:way|goes|carry you|walk|Once) round\b|\bround (?:the ring|North)\b",
        wrong=(("the next round", "دور بعدی"), ("Nobody finished a round", "دوری را تمام نکرد"), ("rounds", "چند دور")),
        right=(
            ("the next round", "دور بعدی بازی"),
            ("round {number}", "دور بازی {number}"),
            ("lap {lap}", "دور {lap}"),
        ),
    ),
    Kind(
        "«از آن» for what is somebody's: it reads first as “from that”",
        r"(?<!پس )(?<!پیش )از آنِ?(?: خود)? (?:شما|هر|من|بازیکن|کسی|صاحب|شمال|جنوب|حریف|او)",
        wrong=("چهار سنگ از آن شماست", "از آن هر که باشد"),
        right=("چهار سنگ مال شماست", "بیش از آن برداشت", "از آن حفره"),
    ),
    Kind(
        "«آنچه …» without «را» where it is the object",
        r"آنچه \S+ را|آنچه می‌تواند را",
        wrong=("آنچه هست را نگه می‌دارد", "بیشتر آنچه می‌تواند را نمی‌بیند"),
        right=("آنچه را هست نگه می‌دارد", "آنچه مانده است"),
    ),
    Kind(
        "«تنها» for only beside «تنها» for single",
        r"تنها(?: \S+)? \S*های تنها",
        wrong=("تنها دانه‌های تنها",),
        right=("فقط دانه‌های تنها",),
    ),
    Kind(
        "«درست» for exactly: it also means right",
        _word("درست") + r"(?! است| نیست|\w)",
        english=r"(?i)\bexactly\b",
        wrong=(("exactly two holes", "درست دو حفره"),),
        right=(("exactly two holes", "دقیقاً دو حفره"),),
    ),
    Kind(
        "the margin of a win left out",
        r"برد با (?!اختلاف)",
        english=r"\bwin by\b",
        wrong=(("a win by exactly two", "برد با دقیقاً دو جنگجو"),),
        right=(("a win by exactly two", "برد با اختلاف دقیقاً دو جنگجو"),),
    ),
    Kind(
        "“sown on” without the on",
        r"^کاشته می",
        english=r"sown on$",
        wrong=(("is sown on", "کاشته می‌شود"),),
        right=(("is sown on", "کاشت از آن ادامه می‌یابد"),),
    ),
    Kind(
        "an idiom that says something else",
        r"از چشم\S* (?:ن?می\u200cافت|بیفت|نیفت)|در کار نیست|از دست بکشید|از همیشه هم|از هر که باشد|چیزی نبخشید"
        r"|گرفتن بزرگ|حداکثر با |امتیاز بیشتر می\u200cبرد|برابر یعنی مساوی|دوستی با |به پایان می\u200cرسد، با هر",
        wrong=(
            "چیزی از چشمش نمی‌افتد",
            "موتور در کار نیست",
            "امتیاز بیشتر می‌برد",
            "برابر یعنی مساوی",
            "گرفتن بزرگ",
            "حداکثر با {second}",
        ),
        right=("موتور کار نمی‌کند", "از روی دست بکشید"),
    ),
)

TERMS = (
    Kind(
        "«سطح», a level of difficulty, for an even position",
        "سطح",
        unless=r"[Ll]evel",
        wrong=(("Even", "سطح"),),
        right=(("Level", "سطح"), ("Even", "برابر")),
    ),
    Kind(
        "«آغاز» for the opening: that is «گشایش»",
        "آغاز",
        english=r"(?i)\bopening\b",
        wrong=(("Play the opening", "آغاز را بازی کن"),),
        right=(("Play the opening", "انجام گشایش"),),
    ),
    Kind(
        "«گذر» for a pass: players say «پاس»",
        _word("گذر"),
        english=r"(?i)\bpass",
        wrong=(("Pass", "گذر"), ("Both players have passed.", "هر دو گذر کردند")),
        right=(("Pass", "پاس"),),
    ),
    Kind(
        "«برگرداندن» for taking back: that is «پس گرفتن»",
        r"برگردان",
        english=r"(?i)\b(?:take|takes|taken|took)\b.*\bback\b|\bundo\b",
        wrong=(("Take back", "برگرداندن"),),
        right=(("Take back", "پس گرفتن"),),
    ),
    Kind(
        "a four that is only «چهار»: it is «چهارتایی»",
        r"چهار (?:خودی|بسازد|با آخرین|در حفره)",
        english=r"\b[Ff]ours?\b",
        wrong=(("Own four", "چهار خودی"),),
        right=(("Own four", "چهارتایی خودی"), ("four in a hole", "چهار سنگ در حفره")),
    ),
    Kind(
        "two words for one thing: owner, empty, rules, opponent, depth, the victory by one warrior",
        r"مالک|" + _word("تهی") + r"|قاعده\u200cها|تصاحب روبه\u200cرو|برد یک\u200cجنگجویی|بازیکن دیگر(?! بازی)|ژرفا",
        wrong=("مالک حفره", "تهی است", "قاعده‌ها", "برد یک‌جنگجویی"),
        right=("صاحب حفره", "خالی است", "قواعد", "پیروزی یک‌جنگجویی"),
    ),
    Kind(
        "«بازی کردن» for a move: it is «انجام دادن»",
        r"\{move\}»? را بازی",
        wrong=("نمی‌توان «{move}» را بازی کرد",),
        right=("حرکت «{move}» را نمی‌توان انجام داد",),
    ),
    Kind(
        "scores with «به»: they are «بر»",
        r"\{(?:high|first|south)\} به \{|[۰-۹] به [۰-۹]",
        wrong=("{player} برد، {high} به {low}.", "۳۱ به ۲۹"),
        right=("{player} {high} بر {low} برد.", "از ۱ تا ۵"),
    ),
    Kind(
        "«رمز», a password, for the secret of a site: that is «کلید مخفی»",
        _word("رمز"),
        english=r"(?i)\bsecret\b",
        wrong=(("this secret can be guessed", "این رمز را می‌توان حدس زد"),),
        right=(("this secret can be guessed", "این کلید مخفی را می‌توان حدس زد"),),
    ),
)

REGISTER = (
    Kind(
        "a literary word that nobody meets in a program",
        r"برگزی|برمی\u200cگزی|بکوش|می\u200cکوشیم|نیرومند|اندیش|بایستان|کیفر|گسسته|برون\u200cریز|هم\u200cرسان|رونوشت|بی\u200cدرنگ|بیاب|یافتن"
        r"|آغاز|نخست|آنگاه|بارگیری|پایان (?:ن?می\u200c)?یا[بف]|بازگردید|پیاپی|می\u200cنگر"
        r"|بیاموز|دشوار|ناکام|همان گونه|از پیش |پرونده|رایانه|نویسه|دگرگون|" + _word("ایست|شمار|درجه|پیوند"),
        wrong=(
            "حفره‌ای برگزینید",
            "دوباره بکوشید",
            "ایست",
            "شمار حفره‌ها",
            "از پیش هست",
            "ناکام ماند",
            "درجه شما",
            "پرونده",
            "رایانه",
        ),
        right=("حفره‌ای انتخاب کنید", "دوباره تلاش کنید", "توقف", "شماره یا نام", "جنگجو ایستاده است", "پیوستن به بازی"),
    ),
    Kind(
        "an order to a child: buttons are nouns, sentences polite",
        r"(?<![\w\u200c])(?:بگذار|بکوش|کن|بده|برو|ببین|بزن)(?=[.!؟]|$)",
        wrong=("دوباره بکوش", "نشانم بده", "آغاز را بازی کن"),
        right=("تلاش دوباره", "دوباره تلاش کنید."),
    ),
)

KINDS = (*ORDER, *GRAMMAR, *TERMS, *REGISTER)
