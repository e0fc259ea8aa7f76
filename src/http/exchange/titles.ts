/** The titles of problems in the languages beside the English of the table of problems. Codes, types and details stay English. */

import { type Language, label } from "../../labels/languages.ts";
import { PROBLEMS, type ProblemCode } from "./problems.ts";

type Translations = Readonly<Record<Exclude<Language, "en">, string>>;

const TITLES: Readonly<Record<ProblemCode, Translations>> = {
  malformed_json: { ar: "JSON غير سليم", de: "Fehlerhaftes JSON", nl: "Ongeldige JSON" },
  invalid_request: { ar: "طلب غير صالح", de: "Ungültige Anfrage", nl: "Ongeldig verzoek" },
  not_supported: { ar: "غير متاح بعد", de: "Noch nicht unterstützt", nl: "Nog niet ondersteund" },
  unauthorized: { ar: "يلزم رمز دخول", de: "Nicht angemeldet", nl: "Niet aangemeld" },
  insufficient_scope: { ar: "صلاحية غير كافية", de: "Berechtigung fehlt", nl: "Onvoldoende rechten" },
  act_as_required: { ar: "يلزم تحديد المستخدم", de: "Nutzer fehlt", nl: "Gebruiker ontbreekt" },
  not_an_app: { ar: "ليس تطبيقاً", de: "Keine App", nl: "Geen app" },
  not_creator: { ar: "لست منشئ اللعبة", de: "Partie nicht von dir erstellt", nl: "Partij niet door jou gemaakt" },
  not_found: { ar: "غير موجود", de: "Nicht gefunden", nl: "Niet gevonden" },
  game_not_found: { ar: "اللعبة غير موجودة", de: "Partie nicht gefunden", nl: "Partij niet gevonden" },
  player_not_found: { ar: "اللاعب غير موجود", de: "Spieler nicht gefunden", nl: "Speler niet gevonden" },
  token_not_found: { ar: "الرمز غير موجود", de: "Token nicht gefunden", nl: "Token niet gevonden" },
  app_not_found: { ar: "التطبيق غير موجود", de: "App nicht gefunden", nl: "App niet gevonden" },
  plan_not_found: { ar: "الخطة غير موجودة", de: "Plan nicht gefunden", nl: "Plan niet gevonden" },
  webhook_not_found: { ar: "الويب هوك غير موجود", de: "Webhook nicht gefunden", nl: "Webhook niet gevonden" },
  delivery_not_found: { ar: "التسليم غير موجود", de: "Zustellung nicht gefunden", nl: "Aflevering niet gevonden" },
  method_not_allowed: { ar: "طريقة غير مسموحة", de: "Methode nicht erlaubt", nl: "Methode niet toegestaan" },
  not_acceptable: { ar: "لا صيغة مناسبة", de: "Kein passendes Format", nl: "Geen geschikt formaat" },
  stale_decision: { ar: "قرار قديم", de: "Veraltete Entscheidung", nl: "Verouderde beslissing" },
  decision_answered: { ar: "أُجيب عن القرار", de: "Entscheidung schon beantwortet", nl: "Beslissing al beantwoord" },
  game_not_started: { ar: "لم تبدأ اللعبة", de: "Partie noch nicht begonnen", nl: "Partij nog niet begonnen" },
  game_started: { ar: "بدأت اللعبة", de: "Partie hat schon begonnen", nl: "Partij is al begonnen" },
  game_over: { ar: "انتهت اللعبة", de: "Partie ist vorbei", nl: "Partij is afgelopen" },
  wrong_phase: { ar: "ليس هذا وقتها", de: "Falsche Phase", nl: "Verkeerde fase" },
  not_your_turn: { ar: "ليس دورك", de: "Nicht an der Reihe", nl: "Niet aan de beurt" },
  not_seated: { ar: "لا مقعد لك", de: "Kein Platz für dich", nl: "Geen plaats voor jou" },
  seat_taken: { ar: "المقعد مشغول", de: "Platz besetzt", nl: "Plaats bezet" },
  seat_forfeited: { ar: "انسحبت من اللعبة", de: "Partie aufgegeben", nl: "Partij opgegeven" },
  seat_substituted: { ar: "يلعب مكانك برنامج", de: "Ein Bot spielt für dich", nl: "Een bot speelt voor je" },
  no_clock: { ar: "لا ساعة في هذه اللعبة", de: "Keine Uhr", nl: "Geen klok" },
  not_sandbox: { ar: "ليست لعبة تجريبية", de: "Keine Testpartie", nl: "Geen testpartij" },
  already_paused: { ar: "اللعبة متوقفة مؤقتاً", de: "Schon pausiert", nl: "Al gepauzeerd" },
  already_seated: { ar: "لك مقعد بالفعل", de: "Du sitzt schon", nl: "Je zit al" },
  game_full: { ar: "اللعبة مكتملة", de: "Partie ist voll", nl: "Partij is vol" },
  app_seated: { ar: "للتطبيق لاعب هنا", de: "App sitzt schon am Tisch", nl: "App zit al aan tafel" },
  already_claimed: { ar: "مرتبط بحساب آخر", de: "Schon übernommen", nl: "Al overgenomen" },
  limit_reached: { ar: "بلغت الحد", de: "Limit erreicht", nl: "Limiet bereikt" },
  deal_not_finished: { ar: "لم تنته التوزيعة", de: "Runde noch nicht vorbei", nl: "Gift nog niet afgelopen" },
  game_not_finished: { ar: "لم تنته اللعبة", de: "Partie noch nicht vorbei", nl: "Partij nog niet afgelopen" },
  webhook_not_active: { ar: "الويب هوك غير مفعّل", de: "Webhook nicht aktiv", nl: "Webhook niet actief" },
  body_too_large: { ar: "المحتوى كبير جداً", de: "Anfrage zu groß", nl: "Verzoek te groot" },
  unsupported_media_type: {
    ar: "نوع محتوى غير مدعوم",
    de: "Inhaltstyp nicht unterstützt",
    nl: "Inhoudstype niet ondersteund",
  },
  must_follow_suit: { ar: "يجب أن تلحق الشكل", de: "Farbe muss bedient werden", nl: "Kleur bekennen is verplicht" },
  heart_lead_forbidden: {
    ar: "لا يجوز البدء بالكبة",
    de: "Herz darf nicht ausgespielt werden",
    nl: "Met harten uitkomen mag niet",
  },
  must_discard_king: {
    ar: "يجب أن ترمي شيخ الكبة",
    de: "Herzkönig muss abgeworfen werden",
    nl: "Heer Harten moet je afgooien",
  },
  card_not_in_hand: { ar: "الورقة ليست معك", de: "Karte nicht auf der Hand", nl: "Kaart niet in je hand" },
  not_playable_on_layout: { ar: "الورقة لا تُلعب هنا", de: "Karte passt nicht", nl: "Kaart past niet" },
  must_play: { ar: "يجب أن تلعب", de: "Spielen ist Pflicht", nl: "Spelen is verplicht" },
  contract_already_used: { ar: "الطلب مستعمل", de: "Kontrakt schon gespielt", nl: "Contract al gespeeld" },
  contract_not_offered: { ar: "الطلب غير متاح", de: "Kontrakt nicht verfügbar", nl: "Contract niet beschikbaar" },
  not_doublable: { ar: "لا يجوز الدبل", de: "Nicht verdoppelbar", nl: "Niet te verdubbelen" },
  redeal_not_allowed: {
    ar: "إعادة التوزيع غير مسموحة",
    de: "Neu geben nicht erlaubt",
    nl: "Opnieuw geven niet toegestaan",
  },
  claim_invalid: { ar: "رمز الربط غير صالح", de: "Code ungültig", nl: "Code ongeldig" },
  idempotency_key_reused: {
    ar: "مفتاح التكرار مستعمل",
    de: "Idempotency-Key schon verwendet",
    nl: "Idempotency-Key al gebruikt",
  },
  upgrade_required: { ar: "يلزم WebSocket", de: "WebSocket nötig", nl: "WebSocket nodig" },
  too_many_requests: { ar: "طلبات كثيرة جداً", de: "Zu viele Anfragen", nl: "Te veel verzoeken" },
  too_many_refusals: { ar: "محاولات مرفوضة كثيرة", de: "Zu viele Ablehnungen", nl: "Te veel weigeringen" },
  internal_error: { ar: "خطأ في الخادم", de: "Interner Fehler", nl: "Interne fout" },
  game_unavailable: { ar: "اللعبة لا تستجيب الآن", de: "Partie nicht erreichbar", nl: "Partij niet bereikbaar" },
  player_unavailable: {
    ar: "بيانات اللاعب لا تستجيب الآن",
    de: "Spieler nicht erreichbar",
    nl: "Speler niet bereikbaar",
  },
  history_unavailable: {
    ar: "السجل لا يستجيب الآن",
    de: "Verlauf nicht erreichbar",
    nl: "Geschiedenis niet bereikbaar",
  },
};

/** The title of a problem for a reader. */
export const titleOf = (code: ProblemCode, language: Language): string =>
  label({ en: PROBLEMS[code].title, ...TITLES[code] }, language);
