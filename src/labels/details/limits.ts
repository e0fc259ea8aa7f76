/** What is too much or too often. Where a number is not known here, the texts are worded so that any fits. */

import type { Labels, Texts } from "../languages.ts";

interface Limit {
  limit: number;
}

export const LIMIT_DETAILS = {
  limit_reached: {
    en: "This account has reached the maximum number of these. GET /v1/limits lists the limits.",
    ar: "بلغ هذا الحساب الحد الأقصى من هذا النوع. تجد كل الحدود في GET /v1/limits.",
    de: "Dieses Konto hat davon schon so viele, wie erlaubt sind. GET /v1/limits zeigt alle Limits.",
    nl: "Dit account heeft hiervan het maximale aantal bereikt. GET /v1/limits toont alle limieten.",
  },
  waiting_games: ({ limit }: Limit): Labels => ({
    en: `An account can have at most ${limit} games waiting for players. Fill or abort one first. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للألعاب التي لم تكتمل مقاعدها هو ${limit} لكل حساب. يلزم أولاً إكمال إحداها أو إلغاؤها. تجد كل الحدود في GET /v1/limits.`,
    de: `Ein Konto kann höchstens ${limit} Partien haben, denen noch jemand fehlt. Füll erst eine auf oder brich eine ab. GET /v1/limits zeigt alle Limits.`,
    nl: `Een account kan hoogstens ${limit} partijen hebben die op spelers wachten. Vul er eerst een of breek er een af. GET /v1/limits toont alle limieten.`,
  }),
  joined_seats: ({ limit }: Limit): Labels => ({
    en: `An account can have seats in at most ${limit} games of others that have not started. Leave one of them, or wait until one starts. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للمقاعد في ألعاب الآخرين التي لم تبدأ هو ${limit} لكل حساب. يلزم أولاً ترك إحداها أو انتظار بدايتها. تجد كل الحدود في GET /v1/limits.`,
    de: `Ein Konto kann in höchstens ${limit} Partien anderer sitzen, die noch nicht begonnen haben. Verlass eine davon oder warte, bis eine beginnt. GET /v1/limits zeigt alle Limits.`,
    nl: `Een account kan in hoogstens ${limit} partijen van anderen zitten die nog niet zijn begonnen. Verlaat er een, of wacht tot er een begint. GET /v1/limits toont alle limieten.`,
  }),
  bot_games: ({ limit }: Limit): Labels => ({
    en: `An account can have at most ${limit} running games that only house bots play. Wait until one is finished. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للألعاب الجارية التي تلعبها البرامج وحدها هو ${limit} لكل حساب. يلزم انتظار انتهاء إحداها. تجد كل الحدود في GET /v1/limits.`,
    de: `Ein Konto kann höchstens ${limit} laufende Partien haben, in denen nur Bots spielen. Warte, bis eine vorbei ist. GET /v1/limits zeigt alle Limits.`,
    nl: `Een account kan hoogstens ${limit} lopende partijen hebben waarin alleen bots spelen. Wacht tot er een is afgelopen. GET /v1/limits toont alle limieten.`,
  }),
  app_bot_games: ({ limit }: Limit): Labels => ({
    en: `The apps of an account can have at most ${limit} running games that only house bots play. Wait until one is finished. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للألعاب الجارية التي تلعبها البرامج وحدها هو ${limit} لكل تطبيقات الحساب معاً. يلزم انتظار انتهاء إحداها. تجد كل الحدود في GET /v1/limits.`,
    de: `Die Apps eines Kontos können zusammen höchstens ${limit} laufende Partien haben, in denen nur Bots spielen. Warte, bis eine vorbei ist. GET /v1/limits zeigt alle Limits.`,
    nl: `De apps van een account kunnen samen hoogstens ${limit} lopende partijen hebben waarin alleen bots spelen. Wacht tot er een is afgelopen. GET /v1/limits toont alle limieten.`,
  }),
  deals: ({ limit, minutes }: Limit & { minutes: number }): Labels => ({
    en: `An account can create games with at most ${limit} deals in ${minutes} minutes. Wait for the time in Retry-After, or create a shorter game or series. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للتوزيعات في الألعاب الجديدة هو ${limit} لكل حساب، والمدة بالدقائق ${minutes}. عليك انتظار المدة المذكورة في Retry-After، أو إنشاء لعبة أو سلسلة أقصر. تجد كل الحدود في GET /v1/limits.`,
    de: `Ein Konto kann in ${minutes} Minuten Partien mit zusammen höchstens ${limit} Runden erstellen. Warte so lange, wie Retry-After angibt, oder erstell eine kürzere Partie oder Serie. GET /v1/limits zeigt alle Limits.`,
    nl: `Een account kan in ${minutes} minuten partijen met samen hoogstens ${limit} giften maken. Wacht zo lang als Retry-After aangeeft, of maak een kortere partij of reeks. GET /v1/limits toont alle limieten.`,
  }),
  app_deals: ({ limit, minutes }: Limit & { minutes: number }): Labels => ({
    en: `The users of an account's apps can create games with at most ${limit} deals in ${minutes} minutes. Wait for the time in Retry-After, or create a shorter game or series. GET /v1/limits lists all limits.`,
    ar: `الحد الأقصى للتوزيعات في الألعاب الجديدة لكل مستخدمي تطبيقات الحساب هو ${limit}، والمدة بالدقائق ${minutes}. عليك انتظار المدة المذكورة في Retry-After، أو إنشاء لعبة أو سلسلة أقصر. تجد كل الحدود في GET /v1/limits.`,
    de: `Über die Apps eines Kontos können in ${minutes} Minuten Partien mit zusammen höchstens ${limit} Runden erstellt werden. Warte so lange, wie Retry-After angibt, oder erstell eine kürzere Partie oder Serie. GET /v1/limits zeigt alle Limits.`,
    nl: `Via de apps van een account kunnen in ${minutes} minuten partijen met samen hoogstens ${limit} giften worden gemaakt. Wacht zo lang als Retry-After aangeeft, of maak een kortere partij of reeks. GET /v1/limits toont alle limieten.`,
  }),
  streams: ({ limit }: Limit): Labels => ({
    en: `An account can have at most ${limit} open streams per game, and ${limit} for its own events. Close one first.`,
    ar: `الحد الأقصى لقنوات البث المفتوحة في كل حساب هو ${limit} لكل لعبة و${limit} لأحداث الحساب نفسه. يلزم أولاً إغلاق إحداها.`,
    de: `Ein Konto kann höchstens ${limit} offene Streams pro Partie haben und ${limit} für die eigenen Ereignisse. Schließ erst einen.`,
    nl: `Een account kan hoogstens ${limit} open streams per partij hebben, en ${limit} voor de eigen gebeurtenissen. Sluit er eerst een.`,
  }),
  account_tokens: ({ limit }: Limit): Labels => ({
    en: `An account can have at most ${limit} tokens. Revoke one first.`,
    ar: `الحد الأقصى لرموز الدخول هو ${limit} لكل حساب. يلزم أولاً إلغاء أحدها.`,
    de: `Ein Konto kann höchstens ${limit} Tokens haben. Widerruf erst eins.`,
    nl: `Een account kan hoogstens ${limit} tokens hebben. Trek er eerst een in.`,
  }),
  user_tokens: ({ limit }: Limit): Labels => ({
    en: `A user of an app can have at most ${limit} tokens. Revoke one first.`,
    ar: `الحد الأقصى لرموز الدخول هو ${limit} لكل مستخدم في تطبيق. يلزم أولاً إلغاء أحدها.`,
    de: `Wer eine App nutzt, kann dort höchstens ${limit} Tokens haben. Widerruf erst eins.`,
    nl: `Een gebruiker van een app kan hoogstens ${limit} tokens hebben. Trek er eerst een in.`,
  }),
  apps: ({ limit }: Limit): Labels => ({
    en: `An account can have at most ${limit} apps. Delete one first.`,
    ar: `الحد الأقصى للتطبيقات هو ${limit} لكل حساب. يلزم أولاً حذف أحدها.`,
    de: `Ein Konto kann höchstens ${limit} Apps haben. Lösch erst eine.`,
    nl: `Een account kan hoogstens ${limit} apps hebben. Verwijder er eerst een.`,
  }),
  too_many_requests: {
    en: "You have exceeded a rate limit. Wait for the time in Retry-After, then try again.",
    ar: "طلباتك أكثر من المسموح به في هذه المدة. يمكنك المحاولة من جديد بعد المدة المذكورة في Retry-After.",
    de: "Das waren zu viele Anfragen in kurzer Zeit. Warte so lange, wie Retry-After angibt, und versuch es dann noch einmal.",
    nl: "Dat waren te veel verzoeken in korte tijd. Wacht zo lang als Retry-After aangeeft en probeer het dan opnieuw.",
  },
  budget: ({ budget, limit, seconds }: Limit & { budget: string; seconds: number }): Labels => ({
    en: `You have used up the rate limit "${budget}": ${limit} calls in ${seconds} seconds. Wait for the time in Retry-After. GET /v1/limits lists all limits.`,
    ar: `استُنفد الحد "${budget}"، وهو ${limit} من الطلبات كل ${seconds} ثانية. عليك انتظار المدة المذكورة في Retry-After. تجد كل الحدود في GET /v1/limits.`,
    de: `Das Limit "${budget}" ist ausgeschöpft: ${limit} Anfragen in ${seconds} Sekunden. Warte so lange, wie Retry-After angibt. GET /v1/limits zeigt alle Limits.`,
    nl: `De limiet "${budget}" is bereikt: ${limit} verzoeken in ${seconds} seconden. Wacht zo lang als Retry-After aangeeft. GET /v1/limits toont alle limieten.`,
  }),
  pending_actions: ({ limit }: Limit): Labels => ({
    en: `At most ${limit} actions can be pending on a connection. Wait for some replies before you send more.`,
    ar: `الحد الأقصى للحركات التي تنتظر جواباً هو ${limit} لكل اتصال. عليك انتظار بعض الأجوبة قبل إرسال المزيد.`,
    de: `Auf einer Verbindung können höchstens ${limit} Aktionen auf Antwort warten. Warte einige Antworten ab, bevor du mehr sendest.`,
    nl: `Op een verbinding kunnen hoogstens ${limit} acties op antwoord wachten. Wacht op enkele antwoorden voordat je er meer stuurt.`,
  }),
} as const satisfies Texts;
