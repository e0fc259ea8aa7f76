/** What each rule option means, in the languages beside the English of the engine's own table. */

import { OPTIONS } from "../engine/index.ts";
import { type Language, label } from "./languages.ts";

type Translations = Readonly<Record<Exclude<Language, "en">, string>>;

const MEANINGS: Readonly<Record<string, Translations>> = {
  kingdoms: {
    ar: "عدد ممالك اللعبة، ولكل مملكة صاحب من مقعد آخر.",
    de: "Wie viele Königreiche die Partie hat, jedes mit einem anderen Platz als König.",
    nl: "Hoeveel koninkrijken de partij heeft, elk met een andere plaats als koning.",
  },
  mode: {
    ar: "كيف تُقسم المملكة إلى توزيعات: خمسة طلبات منفردة؛ أو توزيعة بطلبات الأكلات الأربعة معاً وتوزيعة تركس؛ أو ما يسمّيه صاحب المملكة من طلبات معاً؛ أو قائمة ثابتة للتدريب.",
    de: "Wie ein Königreich in Runden zerfällt: fünf einzelne Kontrakte; eine Runde mit allen vier Stichkontrakten und eine Trix; beliebige Verbindungen nach Wahl des Königs, Trix allein; oder eine feste Liste zum Üben.",
    nl: "Hoe een koninkrijk in giften verdeeld is: vijf losse contracten; één gift met alle vier slagcontracten en één trix; combinaties naar keuze van de koning, trix alleen; of een vaste lijst om te oefenen.",
  },
  "practice.contracts": {
    ar: "في وضع التدريب: طلبات التوزيعات، تتكرر بالدور.",
    de: "Beim Üben: die Kontrakte der Runden, der Reihe nach wiederholt.",
    nl: "Bij oefenen: de contracten van de giften, om de beurt herhaald.",
  },
  "practice.deals": {
    ar: "في وضع التدريب: عدد التوزيعات.",
    de: "Beim Üben: wie viele Runden gespielt werden.",
    nl: "Bij oefenen: hoeveel giften gespeeld worden.",
  },
  partnership: {
    ar: "هل يلعب المقعدان 0 و2 شريكين ضد 1 و3 ويُجمع رصيدهما.",
    de: "Ob die Plätze 0 und 2 als Partner gegen 1 und 3 spielen und ihre Punkte addieren.",
    nl: "Of plaatsen 0 en 2 als partners tegen 1 en 3 spelen en hun punten optellen.",
  },
  kingdomRotation: {
    ar: "من يصبح صاحب المملكة التالية: المقعد إلى اليمين، أو من وُزعت له سبعة الكبة في أول توزيعة من كل مملكة.",
    de: "Wer der nächste König ist: der Platz rechts, oder wer in der ersten Runde jedes Königreichs die Herz 7 erhält.",
    nl: "Wie de volgende koning is: de plaats rechts, of wie in de eerste gift van elk koninkrijk harten 7 krijgt.",
  },
  dealer: {
    ar: "من يوزّع: صاحب المملكة، أو مقعد يُسحب للتوزيعة الأولى ثم مقعد إلى اليمين كل مرة.",
    de: "Wer gibt: der König, oder ein für die erste Runde ausgeloster Platz und danach je einer weiter rechts.",
    nl: "Wie geeft: de koning, of een gelote plaats voor de eerste gift en daarna telkens één naar rechts.",
  },
  firstLead: {
    ar: "من يبدأ الأكلة الأولى.",
    de: "Wer zum ersten Stich ausspielt.",
    nl: "Wie voor de eerste slag uitkomt.",
  },
  layoutStart: { ar: "من يبدأ طلب التركس.", de: "Wer beim Trix beginnt.", nl: "Wie bij trix begint." },
  heartLead: {
    ar: "في شيخ الكبة، من يجوز له أن يبدأ بالكبة: من ليس معه إلا الكبة؛ أو أي لاعب بعد أن تُرمى كبة؛ أو أي لاعب متى شاء.",
    de: "Beim Herzkönig, wer Herz ausspielen darf: nur wer nichts als Herz hält; jeder, sobald ein Herz abgeworfen ist; oder jeder jederzeit.",
    nl: "Bij Heer Harten, wie harten mag uitspelen: alleen wie niets dan harten heeft; iedereen zodra een hart is afgegooid; of iedereen altijd.",
  },
  heartLeadInCombined: {
    ar: "هل يسري هذا المنع أيضاً في توزيعة من عدة طلبات فيها شيخ الكبة.",
    de: "Ob dieses Verbot auch in Runden mehrerer Kontrakte gilt, zu denen der Herzkönig gehört.",
    nl: "Of dat verbod ook geldt in een gift van meer contracten waar Heer Harten bij hoort.",
  },
  voidDiscard: {
    ar: "هل يجب على من نفد منه الشكل المطلوب أن يرمي شيخ الكبة إن كان معه.",
    de: "Ob, wer nicht bedienen kann, den Herzkönig abwerfen muss, wenn er ihn hält.",
    nl: "Of wie niet kan bekennen Heer Harten moet afgooien als hij hem heeft.",
  },
  earlyEnd: {
    ar: "هل تنتهي التوزيعة حين تؤخذ كل ورقة محسوبة (ولا يكون ذلك حيث تُحسب الأكلات).",
    de: "Ob eine Runde endet, sobald jede zählende Karte gefallen ist (nie, wo Stiche zählen).",
    nl: "Of een gift eindigt zodra elke tellende kaart genomen is (nooit waar slagen tellen).",
  },
  "doubling.enabled": {
    ar: "هل يجوز دبل شيخ الكبة والبنات قبل الورقة الأولى.",
    de: "Ob Herzkönig und Damen vor dem ersten Ausspiel verdoppelt werden dürfen.",
    nl: "Of Heer Harten en de vrouwen voor de eerste uitkomst verdubbeld mogen worden.",
  },
  "doubling.order": {
    ar: "هل يجيب الأربعة مخفياً ثم يُكشف معاً، أم بالدور من صاحب المملكة وكل جواب مكشوف.",
    de: "Ob alle vier verdeckt antworten und gemeinsam aufdecken, oder reihum vom König aus, jeder sofort offen.",
    nl: "Of alle vier verborgen antwoorden en samen openleggen, of om de beurt vanaf de koning, elk meteen open.",
  },
  "doubling.selfCapture": {
    ar: "ما يدفعه من يأخذ ورقة دبّلها بنفسه: مرة؛ أو مرتين نصفهما لمن بدأ الأكلة؛ أو مرتين؛ أو أربعاً.",
    de: "Was zahlt, wer die selbst verdoppelte Karte nimmt: einfach; doppelt, die Hälfte an den Ausspielenden; doppelt; oder vierfach.",
    nl: "Wat betaalt wie zijn eigen verdubbelde kaart neemt: één keer; twee keer, de helft voor wie uitkwam; twee keer; of vier keer.",
  },
  "doubling.partnerCapture": {
    ar: "ما يحدث حين يأخذ شريك المدبّل الورقة: كما مع الخصم؛ أو مضاعفة بلا مكافأة؛ أو القيمة العادية.",
    de: "Was gilt, wenn der Partner des Verdoppelnden die Karte nimmt: wie beim Gegner; doppelt ohne Bonus; oder einfach.",
    nl: "Wat geldt als de partner van wie verdubbelde de kaart neemt: als bij een tegenstander; dubbel zonder bonus; of enkel.",
  },
  "points.kingOfHearts": { ar: "كم يكلّف أخذ شيخ الكبة.", de: "Was der Herzkönig kostet.", nl: "Wat Heer Harten kost." },
  "points.queen": { ar: "كم تكلّف كل بنت.", de: "Was jede Dame kostet.", nl: "Wat elke vrouw kost." },
  "points.diamond": { ar: "كم تكلّف كل ورقة ديناري.", de: "Was jede Karokarte kostet.", nl: "Wat elke ruiten kost." },
  "points.trick": { ar: "كم تكلّف كل أكلة.", de: "Was jeder Stich kostet.", nl: "Wat elke slag kost." },
  layoutPoints: {
    ar: "ما يربحه الخارج أولاً وثانياً وثالثاً ورابعاً في التركس.",
    de: "Was beim Trix bringt, als Erster, Zweiter, Dritter und Vierter fertig zu sein.",
    nl: "Wat het bij trix oplevert als eerste, tweede, derde en vierde klaar te zijn.",
  },
  layoutPass: {
    ar: "هل يقول الخادم باص عمّن لا يستطيع اللعب في التركس، أم يرسله المقعد بنفسه.",
    de: "Ob der Server beim Trix für den passt, der nicht legen kann, oder der Platz selbst.",
    nl: "Of de server bij trix past voor wie niet kan leggen, of de plaats zelf.",
  },
  exposeTwos: {
    ar: "هل تُكشف الأوراق الاثنان مع أصحابها بعد الدور الرابع في التركس (وبين الشركاء ليس إن كانت كلها عند فريق واحد).",
    de: "Ob nach dem vierten Zug beim Trix alle Zweien mit ihren Haltern gezeigt werden (unter Partnern nicht, wenn ein Team alle vier hat).",
    nl: "Of na de vierde beurt bij trix alle tweeën met hun houders getoond worden (bij partners niet als één team ze alle vier kreeg).",
  },
  "redeal.twos": {
    ar: "هل يجوز لمن معه أربعة اثنينات، أو ثلاثة اثنينات وثلاثة الشكل الرابع، أن يطلب إعادة التوزيع.",
    de: "Ob mit vier Zweien, oder auch mit drei Zweien und der Drei der vierten Farbe, Neuausteilen verlangt werden darf.",
    nl: "Of met vier tweeën, of ook met drie tweeën en de drie van de vierde kleur, heruitdeling gevraagd mag worden.",
  },
  "redeal.bareHearts": {
    ar: "هل يجوز لمن ليس معه من الكبة إلا الشيخ أو الآص أو كلاهما أن يطلب إعادة التوزيع.",
    de: "Ob Neuausteilen verlangen darf, wessen einzige Herzen König, Ass oder beide sind.",
    nl: "Of heruitdeling mag vragen wie als enige harten de heer, het aas of beide heeft.",
  },
  "redeal.longHearts": {
    ar: "هل يجوز لمن معه خمس كبات أو أكثر منها الشيخ أن يطلب إعادة التوزيع.",
    de: "Ob Neuausteilen verlangen darf, wer fünf oder mehr Herzen mit dem König hält.",
    nl: "Of heruitdeling mag vragen wie vijf of meer harten met de heer heeft.",
  },
  "redeal.timing": {
    ar: "متى تُطلب إعادة التوزيع: قبل الطلب في كل توزيعة، أو بعده في التوزيعات التي تعنيها.",
    de: "Wann Neuausteilen verlangt wird: vor dem Kontrakt in jeder Runde, oder danach in den Runden, die es betrifft.",
    nl: "Wanneer heruitdeling gevraagd wordt: voor het contract in elke gift, of daarna in de giften die het aangaat.",
  },
  openHands: {
    ar: "هل تكون كل الأوراق مكشوفة منذ التوزيع.",
    de: "Ob alle Karten ab dem Geben offen liegen.",
    nl: "Of alle handen vanaf het geven open liggen.",
  },
  revoke: {
    ar: "هل تُرفض الورقة التي لا تلحق الشكل، أم تُنهي التوزيعة ويُحسب على صاحبها كل ما بقي.",
    de: "Ob eine nicht bedienende Karte abgelehnt wird, oder die Runde beendet und ihrem Spieler alles Ausstehende angerechnet wird.",
    nl: "Of een kaart die verzaakt geweigerd wordt, of de gift beëindigt en zijn speler alles wat nog uit is aangerekend wordt.",
  },
  tiebreak: {
    ar: "ما يحسم التعادل على المركز الأول: لا شيء؛ أو توزيعات شيخ كبة إضافية؛ أو عدد المراكز الأولى في التركس ثم توزيعات فاصلة.",
    de: "Was einen Gleichstand um den ersten Platz entscheidet: nichts; zusätzliche Herzkönig-Runden; oder erste Plätze beim Trix, dann Entscheidungsrunden.",
    nl: "Wat een gelijkspel om de eerste plaats beslist: niets; extra giften Heer Harten; of eerste plaatsen bij trix, daarna beslissende giften.",
  },
};

/** What a rule option means, for a reader. */
export function meaningOf(option: string, language: Language): string {
  const english = OPTIONS.find((each) => each.name === option)?.meaning ?? option;
  return label({ en: english, ...MEANINGS[option] }, language);
}

/** Options that lack a translation; none may. */
export const untranslated = (): string[] =>
  OPTIONS.map((option) => option.name).filter((name) => MEANINGS[name] === undefined);
