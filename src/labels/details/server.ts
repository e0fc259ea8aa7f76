/** What is not there, cannot be reached, or went wrong. */

import type { Texts } from "../languages.ts";

export const SERVER_DETAILS = {
  game_not_found: {
    en: "There is no game with this id. GET /v1/games lists the public games.",
    ar: "لا توجد لعبة بهذا المعرّف. تجد الألعاب العامة في GET /v1/games.",
    de: "Es gibt keine Partie mit dieser ID. GET /v1/games zeigt die öffentlichen Partien.",
    nl: "Er is geen partij met dit id. GET /v1/games toont de openbare partijen.",
  },
  player_not_found: {
    en: "There is no player with this id.",
    ar: "لا يوجد أحد بهذا المعرّف.",
    de: "Mit dieser ID spielt hier niemand.",
    nl: "Er is geen speler met dit id.",
  },
  token_not_found: {
    en: "This account has no token with this id. GET /v1/me/tokens lists its tokens.",
    ar: "ليس لهذا الحساب رمز دخول بهذا المعرّف. تجد رموزه في GET /v1/me/tokens.",
    de: "Dieses Konto hat kein Token mit dieser ID. GET /v1/me/tokens zeigt seine Tokens.",
    nl: "Dit account heeft geen token met dit id. GET /v1/me/tokens toont de tokens.",
  },
  app_not_found: {
    en: "This account has no app with this id. GET /v1/apps lists its apps.",
    ar: "ليس لهذا الحساب تطبيق بهذا المعرّف. تجد تطبيقاته في GET /v1/apps.",
    de: "Dieses Konto hat keine App mit dieser ID. GET /v1/apps zeigt seine Apps.",
    nl: "Dit account heeft geen app met dit id. GET /v1/apps toont de apps.",
  },
  plan_not_found: {
    en: "You have no plan with this name in this game. GET /v1/games/{gameId}/plans lists your plans.",
    ar: "ليست لك خطة بهذا الاسم في هذه اللعبة. تجد خططك في GET /v1/games/{gameId}/plans.",
    de: "Du hast in dieser Partie keinen Plan mit diesem Namen. GET /v1/games/{gameId}/plans zeigt deine Pläne.",
    nl: "Je hebt in deze partij geen plan met deze naam. GET /v1/games/{gameId}/plans toont je plannen.",
  },
  idempotency_key_reused: {
    en: "This Idempotency-Key was already used with a different body. Use a new key for each new request.",
    ar: "سبق استعمال Idempotency-Key هذا مع محتوى آخر. يلزم مفتاح جديد لكل طلب جديد.",
    de: "Dieser Idempotency-Key wurde schon für einen anderen Inhalt verwendet. Nimm für jede neue Anfrage einen neuen.",
    nl: "Deze Idempotency-Key is al met een andere inhoud gebruikt. Gebruik voor elk nieuw verzoek een nieuwe.",
  },
  internal_error: {
    en: "Something went wrong on the server. You can safely repeat a read. If you report the problem, include the request id.",
    ar: "حدث خطأ في الخادم. يمكنك تكرار القراءة بلا ضرر. عند الإبلاغ عن المشكلة يفيد ذكر رقم الطلب.",
    de: "Auf dem Server ist etwas schiefgegangen. Lesen kannst du gefahrlos wiederholen. Wenn du das Problem meldest, nenne die ID der Anfrage.",
    nl: "Er ging iets mis op de server. Lezen kun je zonder risico herhalen. Vermeld het id van het verzoek als je het probleem meldt.",
  },
  server_starting: {
    en: "The server is starting or restarting. Try again in a few seconds.",
    ar: "الخادم يبدأ العمل الآن. يمكنك المحاولة من جديد بعد ثوانٍ.",
    de: "Der Server startet gerade. Versuch es in ein paar Sekunden noch einmal.",
    nl: "De server start op. Probeer het over een paar seconden opnieuw.",
  },
  game_unavailable: {
    en: "The game can't be reached right now. Read it again before you repeat an action, or repeat the action with its `decision`.",
    ar: "لا يمكن الوصول إلى اللعبة الآن. قبل تكرار حركة عليك قراءة اللعبة من جديد، أو تكرارها مع `decision` نفسه.",
    de: "Die Partie ist gerade nicht erreichbar. Lies sie noch einmal, bevor du eine Aktion wiederholst, oder wiederhol die Aktion mit ihrer `decision`.",
    nl: "De partij is nu niet bereikbaar. Lees haar opnieuw voordat je een actie herhaalt, of herhaal de actie met haar `decision`.",
  },
  player_unavailable: {
    en: "The player's data can't be reached right now. Try again.",
    ar: "لا يمكن الوصول إلى بيانات الحساب الآن. يمكنك المحاولة من جديد.",
    de: "Die Daten des Kontos sind gerade nicht erreichbar. Versuch es noch einmal.",
    nl: "De gegevens van de speler zijn nu niet bereikbaar. Probeer het opnieuw.",
  },
  history_unavailable: {
    en: "The database of accounts and lists isn't responding right now. Running games continue. Try this call again later.",
    ar: "قاعدة بيانات الحسابات والقوائم لا تستجيب الآن. الألعاب الجارية مستمرة. يمكنك المحاولة من جديد لاحقاً.",
    de: "Die Datenbank für Konten und Listen antwortet gerade nicht. Laufende Partien gehen weiter. Versuch es später noch einmal.",
    nl: "De database van accounts en lijsten reageert nu niet. Lopende partijen gaan door. Probeer het later opnieuw.",
  },
} as const satisfies Texts;
