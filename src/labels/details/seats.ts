/** What the table refuses: sitting down, leaving, coming back, voting. */

import type { Texts } from "../languages.ts";

export const SEAT_DETAILS = {
  not_seated: {
    en: "You don't have a seat in this game. Only seated players can do this.",
    ar: "ليس لك مقعد في هذه اللعبة. هذا متاح فقط لمن لهم مقعد.",
    de: "Du hast keinen Platz in dieser Partie. Das geht nur mit einem Platz am Tisch.",
    nl: "Je hebt geen plaats in deze partij. Dit kan alleen als je aan tafel zit.",
  },
  not_creator: {
    en: "Only the player who created the game can do this.",
    ar: "هذا متاح فقط لمن أنشأ اللعبة.",
    de: "Das kann nur, wer die Partie erstellt hat.",
    nl: "Alleen wie de partij heeft gemaakt, kan dit doen.",
  },
  seat_taken: {
    en: "This seat is taken or reserved for another player. Choose an open seat.",
    ar: "هذا المقعد مشغول أو محجوز لغيرك. عليك اختيار مقعد شاغر.",
    de: "Dieser Platz ist besetzt oder für jemand anders reserviert. Wähl einen freien Platz.",
    nl: "Deze plaats is bezet of voor iemand anders gereserveerd. Kies een vrije plaats.",
  },
  seat_forfeited: {
    en: "You have forfeited this match. A house bot plays your seat until the end.",
    ar: "انسحبت من هذه اللعبة. يلعب برنامج مكانك حتى نهايتها.",
    de: "Du hast diese Partie aufgegeben. Bis zum Ende spielt ein Bot für dich.",
    nl: "Je hebt deze partij opgegeven. Tot het einde speelt een bot voor je.",
  },
  seat_substituted: {
    en: "A house bot is playing your seat. Join the game again to take it back.",
    ar: "يلعب برنامج مكانك. يمكنك استعادة مقعدك بالانضمام إلى اللعبة من جديد.",
    de: "Ein Bot spielt gerade für dich. Tritt der Partie wieder bei, um deinen Platz zurückzubekommen.",
    nl: "Een bot speelt nu voor je. Doe opnieuw mee aan de partij om je plaats terug te krijgen.",
  },
  no_newcomers: {
    en: "A seat is open, but this table doesn't let new players in now. Only a player who has had the seat can come back to it.",
    ar: "هناك مقعد شاغر، لكن هذه الطاولة لا تقبل أحداً جديداً الآن. لا يعود إلى المقعد إلا من سبق له اللعب فيه.",
    de: "Ein Platz ist frei, aber an diesen Tisch kommt jetzt niemand Neues. Nur wer den Platz schon hatte, kann zurückkommen.",
    nl: "Er is een plaats vrij, maar aan deze tafel mag nu niemand nieuw aanschuiven. Alleen wie de plaats al had, kan terugkomen.",
  },
  not_replaceable: {
    en: "You can't vote to replace this player. In a game without a clock, you can once another player has left a decision open for 14 days.",
    ar: "لا يمكنك التصويت على استبدال من في هذا المقعد. في لعبة بلا ساعة يمكن ذلك إذا بقي قرار لدى مقعد آخر بلا جواب 14 يوماً.",
    de: "Du kannst nicht dafür stimmen, diesen Platz neu zu besetzen. In einer Partie ohne Uhr geht das, sobald ein anderer Platz eine Entscheidung 14 Tage lang offen gelassen hat.",
    nl: "Je kunt niet stemmen om deze speler te vervangen. In een partij zonder klok kan dat zodra een andere speler een beslissing 14 dagen open heeft gelaten.",
  },
  already_seated: {
    en: "You have a seat in this game, had one, or are about to get one. To change seats, leave first. To set your seed, send `clientSeed` without `seat`.",
    ar: "لك مقعد في هذه اللعبة، أو كان لك، أو سيكون لك قريباً. لتغيير المقعد تلزم المغادرة أولاً. لتحديد بذرتك عليك إرسال `clientSeed` بدون `seat`.",
    de: "Du hast in dieser Partie einen Platz, hattest einen oder bekommst gleich einen. Um den Platz zu wechseln, verlass ihn zuerst. Um deinen Seed festzulegen, sende `clientSeed` ohne `seat`.",
    nl: "Je hebt in deze partij een plaats, had er een of krijgt er zo een. Wil je van plaats wisselen, sta dan eerst op. Om je seed vast te leggen, stuur je `clientSeed` zonder `seat`.",
  },
  game_full: {
    en: "This game has no free seat for you.",
    ar: "لا مقعد شاغراً لك في هذه اللعبة.",
    de: "In dieser Partie ist kein Platz für dich frei.",
    nl: "In deze partij is geen plaats voor je vrij.",
  },
  app_seated: {
    en: "The operator of this app could read the hands of two players in this game. To allow that, create the game with `sameApp: true`.",
    ar: "من يدير هذا التطبيق قد يرى أوراق لاعبَين في هذه اللعبة. للسماح بذلك يلزم إنشاء اللعبة مع `sameApp: true`.",
    de: "Wer diese App betreibt, könnte in dieser Partie zwei Blätter sehen. Soll das erlaubt sein, erstell die Partie mit `sameApp: true`.",
    nl: "Wie deze app beheert, zou in deze partij de kaarten van twee spelers kunnen zien. Mag dat, maak de partij dan met `sameApp: true`.",
  },
} as const satisfies Texts;
