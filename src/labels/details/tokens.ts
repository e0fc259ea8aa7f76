/** What a token, a ticket or a claim code is not good for. `scopes` are codes, ready to be read. */

import type { Labels, Texts } from "../languages.ts";

interface Scopes {
  scopes: string;
}

export const TOKEN_DETAILS = {
  unauthorized: {
    en: "This call requires a token. Get one with POST /v1/players and send it as `Authorization: Bearer trix_...`.",
    ar: "يلزم رمز دخول. يمكنك الحصول عليه من POST /v1/players وإرساله هكذا: `Authorization: Bearer trix_...`.",
    de: "Dafür ist ein Token nötig. Hol dir eins mit POST /v1/players und sende es als `Authorization: Bearer trix_...`.",
    nl: "Hiervoor is een token nodig. Haal er een met POST /v1/players en stuur het mee als `Authorization: Bearer trix_...`.",
  },
  token_malformed: {
    en: "The Authorization header must have the form `Authorization: Bearer trix_...`.",
    ar: "يجب أن يكون الحقل Authorization بهذا الشكل: `Authorization: Bearer trix_...`.",
    de: "Der Header Authorization muss die Form `Authorization: Bearer trix_...` haben.",
    nl: "De header Authorization moet de vorm `Authorization: Bearer trix_...` hebben.",
  },
  token_wrong: {
    en: "This token is not from this server. Send `Authorization: Bearer trix_...` with a token from POST /v1/players or POST /v1/me/tokens.",
    ar: "رمز الدخول هذا ليس من هذا الخادم. عليك إرسال `Authorization: Bearer trix_...` مع رمز من POST /v1/players أو POST /v1/me/tokens.",
    de: "Dieses Token ist nicht von diesem Server. Sende `Authorization: Bearer trix_...` mit einem Token von POST /v1/players oder POST /v1/me/tokens.",
    nl: "Dit token is niet van deze server. Stuur `Authorization: Bearer trix_...` met een token van POST /v1/players of POST /v1/me/tokens.",
  },
  token_expired: {
    en: "This token has expired. Create a new one with POST /v1/me/tokens.",
    ar: "انتهت صلاحية رمز الدخول هذا. يمكنك إنشاء رمز جديد عبر POST /v1/me/tokens.",
    de: "Dieses Token ist abgelaufen. Erstell ein neues mit POST /v1/me/tokens.",
    nl: "Dit token is verlopen. Maak een nieuw token met POST /v1/me/tokens.",
  },
  token_revoked: {
    en: "This token has been revoked. Create a new one with POST /v1/me/tokens.",
    ar: "أُلغي رمز الدخول هذا. يمكنك إنشاء رمز جديد عبر POST /v1/me/tokens.",
    de: "Dieses Token wurde widerrufen. Erstell ein neues mit POST /v1/me/tokens.",
    nl: "Dit token is ingetrokken. Maak een nieuw token met POST /v1/me/tokens.",
  },
  account_gone: {
    en: "The account of this token no longer exists. Create a new one with POST /v1/players.",
    ar: "لم يعد حساب رمز الدخول هذا موجوداً. يمكنك إنشاء حساب جديد عبر POST /v1/players.",
    de: "Das Konto zu diesem Token gibt es nicht mehr. Erstell ein neues mit POST /v1/players.",
    nl: "Het account van dit token bestaat niet meer. Maak een nieuw account met POST /v1/players.",
  },
  app_gone: {
    en: "The app of this token has been deleted.",
    ar: "حُذف التطبيق الذي صدر له رمز الدخول هذا.",
    de: "Die App zu diesem Token wurde gelöscht.",
    nl: "De app van dit token is verwijderd.",
  },
  only_apps_act_as: {
    en: "Trix-Act-As only works with an app's token.",
    ar: "لا يعمل Trix-Act-As إلا مع رمز تطبيق.",
    de: "Trix-Act-As funktioniert nur mit dem Token einer App.",
    nl: "Trix-Act-As werkt alleen met het token van een app.",
  },
  ticket_wrong: {
    en: "This ticket is not from this server. Get one with POST /v1/games/{gameId}/tickets.",
    ar: "هذه التذكرة ليست من هذا الخادم. يمكنك الحصول على تذكرة من POST /v1/games/{gameId}/tickets.",
    de: "Dieses Ticket ist nicht von diesem Server. Hol dir eins mit POST /v1/games/{gameId}/tickets.",
    nl: "Dit ticket is niet van deze server. Haal er een met POST /v1/games/{gameId}/tickets.",
  },
  ticket_elsewhere: {
    en: "This ticket is for another game.",
    ar: "هذه التذكرة للعبة أخرى.",
    de: "Dieses Ticket gilt für eine andere Partie.",
    nl: "Dit ticket is voor een andere partij.",
  },
  ticket_spent: {
    en: "This ticket has already been used or has expired. Get a new one with POST /v1/games/{gameId}/tickets.",
    ar: "استُعملت هذه التذكرة أو انتهت صلاحيتها. يمكنك الحصول على تذكرة جديدة من POST /v1/games/{gameId}/tickets.",
    de: "Dieses Ticket wurde schon benutzt oder ist abgelaufen. Hol dir ein neues mit POST /v1/games/{gameId}/tickets.",
    nl: "Dit ticket is al gebruikt of verlopen. Haal een nieuw ticket met POST /v1/games/{gameId}/tickets.",
  },
  ticket_lapsed: {
    en: "The token that created this ticket is no longer valid.",
    ar: "رمز الدخول الذي أنشأ هذه التذكرة لم يعد صالحاً.",
    de: "Das Token, mit dem dieses Ticket erstellt wurde, gilt nicht mehr.",
    nl: "Het token waarmee dit ticket is gemaakt, is niet meer geldig.",
  },
  act_as_required: {
    en: "An app's token acts for a user. Name the user in `Trix-Act-As`, for example `Trix-Act-As: discord:1234`.",
    ar: "يعمل رمز التطبيق باسم مستخدم. يلزم ذكر المستخدم في `Trix-Act-As`، مثلاً `Trix-Act-As: discord:1234`.",
    de: "Das Token einer App handelt für eine Person. Nenne sie in `Trix-Act-As`, zum Beispiel `Trix-Act-As: discord:1234`.",
    nl: "Het token van een app handelt voor een gebruiker. Noem die in `Trix-Act-As`, bijvoorbeeld `Trix-Act-As: discord:1234`.",
  },
  insufficient_scope: {
    en: "This token doesn't have permission to do this. GET /v1/me lists its scopes.",
    ar: "رمز الدخول هذا لا يسمح بذلك. تجد صلاحياته في GET /v1/me.",
    de: "Dieses Token ist dazu nicht berechtigt. GET /v1/me zeigt seine Berechtigungen.",
    nl: "Dit token geeft hier geen recht op. GET /v1/me toont de rechten ervan.",
  },
  scope_missing: ({ scopes, required }: Scopes & { required: string }): Labels => ({
    en: `This token has the scopes ${scopes}. This call requires ${required}.`,
    ar: `صلاحيات رمز الدخول هذا: ${scopes}. المطلوب هنا: ${required}.`,
    de: `Dieses Token hat die Berechtigungen ${scopes}. Hier ist ${required} nötig.`,
    nl: `Dit token heeft de rechten ${scopes}. Hier is ${required} nodig.`,
  }),
  scopes_of_parent: ({ scopes }: Scopes): Labels => ({
    en: `A token created with this token can't have ${scopes}.`,
    ar: `الرمز المنشأ بواسطة رمز الدخول هذا لا يمكن أن تكون له ${scopes}.`,
    de: `Ein Token, das mit diesem Token erstellt wird, kann ${scopes} nicht haben.`,
    nl: `Een token dat met dit token wordt gemaakt, kan ${scopes} niet hebben.`,
  }),
  scopes_of_app: ({ scopes }: Scopes): Labels => ({
    en: `An app's token can't have ${scopes}.`,
    ar: `رمز التطبيق لا يمكن أن تكون له ${scopes}.`,
    de: `Das Token einer App kann ${scopes} nicht haben.`,
    nl: `Het token van een app kan ${scopes} niet hebben.`,
  }),
  scopes_of_seat: ({ scopes }: Scopes): Labels => ({
    en: `A token for one seat can't have ${scopes}.`,
    ar: `الرمز الخاص بمقعد واحد لا يمكن أن تكون له ${scopes}.`,
    de: `Ein Token für einen einzigen Platz kann ${scopes} nicht haben.`,
    nl: `Een token voor één plaats kan ${scopes} niet hebben.`,
  }),
  no_scope_for_app: {
    en: "An app's token can have only the scopes of this token, and this one has no scope for games.",
    ar: "لا تكون لرمز التطبيق إلا صلاحيات رمز الدخول هذا، وليس فيها صلاحية للألعاب.",
    de: "Das Token einer App kann nur die Berechtigungen dieses Tokens haben, und darunter ist keine für Partien.",
    nl: "Het token van een app kan alleen de rechten van dit token hebben, en daar is geen recht voor partijen bij.",
  },
  one_seat: {
    en: "This token plays one seat in one game and can do nothing else.",
    ar: "رمز الدخول هذا لمقعد واحد في لعبة واحدة، ولا يصلح لغير ذلك.",
    de: "Dieses Token spielt einen Platz in einer Partie und kann sonst nichts.",
    nl: "Dit token speelt één plaats in één partij en kan verder niets.",
  },
  seat_elsewhere: {
    en: "This token plays one seat in a different game.",
    ar: "رمز الدخول هذا لمقعد في لعبة أخرى.",
    de: "Dieses Token spielt einen Platz in einer anderen Partie.",
    nl: "Dit token speelt één plaats in een andere partij.",
  },
  reads_only: {
    en: "The token of this connection can only read. To act, it needs `games:play`.",
    ar: "رمز هذا الاتصال للقراءة فقط. للعب تلزم الصلاحية `games:play`.",
    de: "Das Token dieser Verbindung darf nur lesen. Zum Spielen braucht es `games:play`.",
    nl: "Het token van deze verbinding mag alleen lezen. Om te spelen is `games:play` nodig.",
  },
  first_rematch: {
    en: "Nobody has asked for a rematch yet. The first call creates the next game, which requires `games:create`. Once the game exists, `games:play` is enough.",
    ar: "لم يطلب أحد لعبة أخرى بعد. الطلب الأول ينشئ اللعبة التالية، وتلزم لذلك الصلاحية `games:create`. بعد إنشائها تكفي `games:play`.",
    de: "Noch hat niemand um eine Revanche gebeten. Die erste Anfrage erstellt die nächste Partie, und dafür ist `games:create` nötig. Sobald es sie gibt, genügt `games:play`.",
    nl: "Nog niemand heeft om een revanche gevraagd. Het eerste verzoek maakt de volgende partij, en daarvoor is `games:create` nodig. Zodra die er is, is `games:play` genoeg.",
  },
  claim_invalid: {
    en: "This code is not from this server, or it has expired. Ask the app for a new one.",
    ar: "هذا الرمز ليس من هذا الخادم أو انتهت صلاحيته. يمكنك طلب رمز جديد من التطبيق.",
    de: "Dieser Code ist nicht von diesem Server oder ist abgelaufen. Lass dir von der App einen neuen geben.",
    nl: "Deze code is niet van deze server of is verlopen. Vraag de app om een nieuwe.",
  },
  already_claimed: {
    en: "Another account has already claimed this user.",
    ar: "هذا المستخدم مرتبط بحساب آخر.",
    de: "Diese Person ist schon mit einem anderen Konto verknüpft.",
    nl: "Deze gebruiker is al door een ander account overgenomen.",
  },
} as const satisfies Texts;
