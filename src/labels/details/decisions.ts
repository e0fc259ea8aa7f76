/** What the moment refuses: whose turn it is, which decision is open, how far the game, its clock and its deals are. */

import type { Texts } from "../languages.ts";

export const DECISION_DETAILS = {
  stale_decision: {
    en: "This is not your current decision. Look at the game again, then choose.",
    ar: "هذا ليس القرار المنتظر منك الآن. عليك النظر إلى اللعبة من جديد ثم الاختيار.",
    de: "Das ist nicht deine aktuelle Entscheidung. Sieh dir die Partie noch einmal an und wähl dann.",
    nl: "Dit is niet je huidige beslissing. Bekijk de partij opnieuw en kies dan.",
  },
  decision_answered: {
    en: "Your seat has already answered this decision with a different action. That answer stands.",
    ar: "أُجيب من مقعدك عن هذا القرار بجواب آخر، وهو الذي يُحسب.",
    de: "Dein Platz hat bei dieser Entscheidung schon etwas anderes gewählt. Das gilt.",
    nl: "Je plaats heeft bij deze beslissing al iets anders gekozen. Dat geldt.",
  },
  wrong_phase: {
    en: "The deal is in a phase that doesn't allow this kind of action. Choose one of your legal actions.",
    ar: "ليس هذا وقته في هذه التوزيعة. عليك اختيار شيء مما يجوز لك الآن.",
    de: "Das geht in dieser Phase der Runde nicht. Wähl etwas, das jetzt erlaubt ist.",
    nl: "Dat kan niet in deze fase van de gift. Kies iets dat nu mag.",
  },
  not_your_turn: {
    en: "It's another seat's turn. Wait until it is yours.",
    ar: "الدور الآن لمقعد آخر. عليك انتظار دورك.",
    de: "Gerade ist ein anderer Platz an der Reihe. Warte, bis du dran bist.",
    nl: "Een andere plaats is aan de beurt. Wacht tot jij aan de beurt bent.",
  },
  too_many_refusals: {
    en: "Too many of your actions in this game were rejected within a minute. Legal actions are always accepted: choose one of them.",
    ar: "رُفضت لك محاولات كثيرة في هذه اللعبة خلال دقيقة. ما يجوز لك مقبول دائماً: عليك الاختيار منه.",
    de: "Zu viele deiner Aktionen in dieser Partie wurden innerhalb einer Minute abgelehnt. Was erlaubt ist, geht immer: Wähl etwas davon.",
    nl: "Te veel van je acties in deze partij zijn binnen een minuut geweigerd. Wat mag, kan altijd: kies daaruit.",
  },
  game_not_started: {
    en: "The game hasn't started. It starts automatically when all four seats are filled.",
    ar: "لم تبدأ اللعبة بعد. ستبدأ تلقائياً عند اكتمال المقاعد الأربعة.",
    de: "Die Partie hat noch nicht begonnen. Sie beginnt von selbst, sobald alle vier Plätze besetzt sind.",
    nl: "De partij is nog niet begonnen. Ze begint vanzelf zodra alle vier de plaatsen bezet zijn.",
  },
  game_started: {
    en: "You can only do this before the game starts.",
    ar: "لا يمكن ذلك إلا قبل بداية اللعبة.",
    de: "Das geht nur, bevor die Partie beginnt.",
    nl: "Dit kan alleen voordat de partij begint.",
  },
  game_over: {
    en: "The game is finished or aborted, so you can't play in it anymore.",
    ar: "انتهت هذه اللعبة أو أُلغيت، فلا يمكنك اللعب فيها.",
    de: "Die Partie ist beendet oder abgebrochen. Du kannst darin nicht mehr spielen.",
    nl: "De partij is afgelopen of afgebroken, dus je kunt er niet meer in spelen.",
  },
  game_not_finished: {
    en: "You can only ask for a rematch after the match ends.",
    ar: "لا يمكنك طلب لعبة أخرى على الطاولة نفسها إلا بعد انتهاء هذه اللعبة.",
    de: "Um eine Revanche kannst du erst bitten, wenn die Partie vorbei ist.",
    nl: "Je kunt pas om een revanche vragen als de partij is afgelopen.",
  },
  deal_not_finished: {
    en: "What a seat knew is available once the deal at that moment is over. Use an earlier `at`, or omit it.",
    ar: "لا يُعرض ما كان يعرفه مقعد إلا بعد انتهاء توزيعة تلك اللحظة. عليك إرسال `at` أسبق أو حذفه.",
    de: "Was ein Platz wusste, ist erst zu sehen, wenn die Runde von damals vorbei ist. Nimm ein früheres `at` oder lass es weg.",
    nl: "Wat een plaats wist, is pas te zien als de gift van dat moment is afgelopen. Gebruik een eerdere `at`, of laat die weg.",
  },
  no_clock: {
    en: "This game has no clock, so there is nothing to pause.",
    ar: "لا ساعة في هذه اللعبة، فلا شيء يمكن إيقافه.",
    de: "Diese Partie hat keine Uhr, also gibt es nichts zu pausieren.",
    nl: "Deze partij heeft geen klok, dus er valt niets te pauzeren.",
  },
  already_paused: {
    en: "The table is already paused. To play on before the pause ends, ask to resume.",
    ar: "اللعبة متوقفة مؤقتاً بالفعل. للعب قبل نهاية التوقف يمكنك طلب الاستئناف.",
    de: "Die Partie ist schon pausiert. Wenn du früher weiterspielen möchtest, bitte darum, sie fortzusetzen.",
    nl: "De partij is al gepauzeerd. Wil je eerder verder spelen, vraag dan om te hervatten.",
  },
  not_sandbox: {
    en: "You can only advance the clock and inject faults in a game created with `sandbox: true`.",
    ar: "لا يمكن تقديم الساعة وإحداث الأعطال إلا في لعبة أُنشئت مع `sandbox: true`.",
    de: "Die Uhr vorstellen und Fehler auslösen kannst du nur in einer Partie, die mit `sandbox: true` erstellt wurde.",
    nl: "Alleen in een partij die met `sandbox: true` is gemaakt, kun je de klok vooruitzetten en fouten opwekken.",
  },
} as const satisfies Texts;
