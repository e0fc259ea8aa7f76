/** What each rule option means, in the languages beside the English of the engine's own table. */

import { OPTIONS } from "../engine/index.ts";
import { type Language, label } from "./languages.ts";

type Translations = Readonly<Record<Exclude<Language, "en">, string>>;

const MEANINGS: Readonly<Record<string, Translations>> = {
  kingdoms: {
    ar: "عدد ممالك اللعبة، ولكل مملكة صاحب مختلف.",
    de: "Wie viele Königreiche die Partie hat. In jedem ist ein anderer Platz König.",
    nl: "Hoeveel koninkrijken de partij heeft. In elk koninkrijk is een andere plaats koning.",
  },
  mode: {
    ar: "كيف تُقسم المملكة إلى توزيعات: خمس توزيعات لكل منها طلب واحد؛ أو توزيعة بطلبات الأكلات الأربعة معاً وتوزيعة تركس؛ أو ما يختاره صاحب المملكة من طلبات الأكلات معاً والتركس وحده؛ أو قائمة ثابتة للتدريب.",
    de: "Wie ein Königreich in Runden aufgeteilt ist: fünf Runden mit je einem Kontrakt; eine Runde mit allen vier Stichkontrakten und eine mit Trix; beliebige Kombinationen von Stichkontrakten nach Wahl des Königs, Trix immer allein; oder eine feste Liste zum Üben.",
    nl: "Hoe een koninkrijk in giften is verdeeld: vijf giften met elk één contract; één gift met alle vier de slagcontracten en één met trix; combinaties van slagcontracten naar keuze van de koning, met trix altijd apart; of een vaste lijst om te oefenen.",
  },
  "practice.contracts": {
    ar: "في وضع التدريب: طلبات التوزيعات بالترتيب، وتتكرر عند الحاجة.",
    de: "Beim Üben: die Kontrakte der Runden, der Reihe nach und bei Bedarf wiederholt.",
    nl: "Bij oefenen: de contracten van de giften, op volgorde en zo nodig herhaald.",
  },
  "practice.deals": {
    ar: "في وضع التدريب: عدد التوزيعات.",
    de: "Beim Üben: wie viele Runden gespielt werden.",
    nl: "Bij oefenen: hoeveel giften er worden gespeeld.",
  },
  partnership: {
    ar: "هل يلعب المقعدان 0 و2 شريكين ضد 1 و3 ويُجمع رصيدهما.",
    de: "Ob die Plätze 0 und 2 gegen 1 und 3 im Team spielen und ihre Punkte zusammengezählt werden.",
    nl: "Of plaats 0 en 2 samen tegen 1 en 3 spelen en hun punten worden opgeteld.",
  },
  kingdomRotation: {
    ar: "من يصبح صاحب المملكة التالية: المقعد إلى اليمين؛ أو من وُزعت له سبعة الكبة في أول توزيعة من كل مملكة؛ أو بالترتيب المقعد الأول ثم الثالث ثم الثاني إلى يمين أول صاحب مملكة.",
    de: "Wer als Nächstes König ist: der Platz rechts; wer in der ersten Runde jedes Königreichs die Herz 7 bekommt; oder nacheinander der erste, dritte und zweite Platz rechts vom ersten König.",
    nl: "Wie hierna koning is: de plaats rechts; wie in de eerste gift van elk koninkrijk harten 7 krijgt; of achtereenvolgens de eerste, derde en tweede plaats rechts van de eerste koning.",
  },
  firstKing: {
    ar: "من يكون صاحب المملكة الأولى: من وُزعت له سبعة الكبة في التوزيعة الأولى، أو مقعد يُسحب بالقرعة، أو المقعد 0.",
    de: "Wer zuerst König ist: wer in der ersten Runde die Herz 7 bekommt, ein ausgeloster Platz oder Platz 0.",
    nl: "Wie als eerste koning is: wie in de eerste gift harten 7 krijgt, een door loting gekozen plaats, of plaats 0.",
  },
  contractTiming: {
    ar: "هل يرى صاحب المملكة أوراقه قبل أن يطلب، أم لا تُوزَّع الأوراق إلا بعد الطلب. أما التوزيعة التي تحدد فيها سبعة الكبة صاحب المملكة فتُوزَّع أوراقها أولاً دائماً.",
    de: "Ob der König seine Karten sieht, bevor er den Kontrakt ansagt, oder ob erst danach gegeben wird. Wenn die Herz 7 den König bestimmt, wird immer zuerst gegeben.",
    nl: "Of de koning zijn kaarten ziet voordat hij het contract noemt, of dat er pas daarna wordt gegeven. Als harten 7 de koning bepaalt, wordt er altijd eerst gegeven.",
  },
  dealer: {
    ar: "من يوزّع: صاحب المملكة، أو مقعد يُسحب للتوزيعة الأولى ثم مقعد إلى اليمين كل مرة.",
    de: "Wer gibt: der König oder ein für die erste Runde ausgeloster Platz und danach immer der nächste Platz rechts.",
    nl: "Wie geeft: de koning, of voor de eerste gift een door loting gekozen plaats en daarna steeds de volgende plaats rechts.",
  },
  firstLead: {
    ar: "من يبدأ الأكلة الأولى.",
    de: "Wer zum ersten Stich ausspielt.",
    nl: "Wie in de eerste slag uitkomt.",
  },
  layoutStart: { ar: "من يبدأ طلب التركس.", de: "Wer beim Trix beginnt.", nl: "Wie bij trix begint." },
  heartLead: {
    ar: "في شيخ الكبة، من يجوز له أن يبدأ بالكبة: من ليس معه إلا الكبة؛ أو أي لاعب بعد أن تُرمى كبة؛ أو أي لاعب متى شاء.",
    de: "Wer beim Herzkönig Herz ausspielen darf: nur wer ausschließlich Herz hat; alle, sobald ein Herz abgeworfen wurde; oder alle jederzeit.",
    nl: "Wie bij Heer Harten met harten mag uitkomen: alleen wie uitsluitend harten heeft; iedereen zodra er een harten is afgegooid; of iedereen altijd.",
  },
  heartLeadInCombined: {
    ar: "هل تسري قاعدة البدء بالكبة أيضاً في توزيعة فيها عدة طلبات منها شيخ الكبة.",
    de: "Ob die Regel zum Ausspielen von Herz auch in Runden mit mehreren Kontrakten gilt, zu denen der Herzkönig gehört.",
    nl: "Of de regel over uitkomen met harten ook geldt in een gift met meerdere contracten waar Heer Harten bij hoort.",
  },
  voidDiscard: {
    ar: "ما يجب أن يرميه من نفد منه الشكل المطلوب إن كان معه: لا شيء بعينه؛ أو شيخ الكبة؛ أو أي ورقة محسوبة في هذه التوزيعة.",
    de: "Was man abwerfen muss, wenn man nicht bedienen kann und es hat: nichts Bestimmtes; den Herzkönig; oder irgendeine Karte, die in dieser Runde zählt.",
    nl: "Wat je moet afgooien als je niet kunt bekennen en het hebt: niets in het bijzonder; Heer Harten; of een kaart die in deze gift telt.",
  },
  kingUnderAce: {
    ar: "إذا بدأت الأكلة بالكبة ونزل آص الكبة، هل يجب على من معه الشيخ أن يلعبه.",
    de: "Ob der Herzkönig zugegeben werden muss, wenn Herz ausgespielt wurde und das Herz-Ass im Stich liegt.",
    nl: "Of je Heer Harten moet bijspelen als er harten is uitgekomen en harten aas in de slag ligt.",
  },
  earlyEnd: {
    ar: "هل تنتهي التوزيعة حين تؤخذ كل الأوراق المحسوبة (ولا يكون ذلك إذا كانت الأكلات تُحسب).",
    de: "Ob eine Runde endet, sobald alle Karten gefallen sind, die zählen (nie, wenn Stiche zählen).",
    nl: "Of een gift eindigt zodra alle kaarten die tellen zijn gevallen (nooit als slagen tellen).",
  },
  "doubling.enabled": {
    ar: "هل يجوز دبل شيخ الكبة والبنات قبل الورقة الأولى.",
    de: "Ob der Herzkönig und die Damen vor dem ersten Ausspielen verdoppelt werden dürfen.",
    nl: "Of Heer Harten en de vrouwen vóór de eerste uitkomst verdubbeld mogen worden.",
  },
  "doubling.cards": {
    ar: "ما يجوز دبله: شيخ الكبة والبنات، أو الشيخ وحده، أو البنات وحدها.",
    de: "Welche Karten verdoppelt werden dürfen: der Herzkönig und die Damen, nur der Herzkönig oder nur die Damen.",
    nl: "Welke kaarten verdubbeld mogen worden: Heer Harten en de vrouwen, alleen Heer Harten of alleen de vrouwen.",
  },
  "doubling.order": {
    ar: "هل يجيب الأربعة سراً ثم تُكشف الأجوبة معاً، أم يجيبون علناً بالدور ابتداءً من صاحب المملكة.",
    de: "Ob alle vier verdeckt antworten und gemeinsam aufdecken oder reihum ab dem König offen antworten.",
    nl: "Of alle vier verborgen antwoorden en samen openleggen, of om de beurt openlijk antwoorden, te beginnen bij de koning.",
  },
  "doubling.selfCapture": {
    ar: "ما يدفعه من يأخذ ورقة دبّلها بنفسه: القيمة العادية؛ أو الضعف ونصفه لمن بدأ الأكلة؛ أو الضعف؛ أو أربعة أضعاف؛ أو كالثاني، لكن من بدأ الأكلة بنفسه لا يسترد شيئاً.",
    de: "Was man zahlt, wenn man die selbst verdoppelte Karte nimmt: den einfachen Wert; den doppelten, die Hälfte davon an den Platz, der den Stich ausgespielt hat; den doppelten; den vierfachen; oder wie beim zweiten, aber ohne etwas zurück, wenn man den Stich selbst ausgespielt hat.",
    nl: "Wat je betaalt als je de kaart neemt die je zelf hebt verdubbeld: de gewone waarde; het dubbele, waarvan de helft voor wie uitkwam; het dubbele; het viervoudige; of zoals het tweede, maar zonder iets terug als je zelf uitkwam.",
  },
  "doubling.partnerCapture": {
    ar: "ما يحدث حين يأخذ شريك مَن دبّل الورقةَ: كما مع الخصم؛ أو الضعف بلا مكافأة؛ أو القيمة العادية؛ أو الضعف مع مكافأة بالقيمة العادية لكل من الخصمين.",
    de: "Was gilt, wenn die Karte im eigenen Team bleibt: dasselbe wie bei Gegnern; doppelt ohne Bonus; einfach; oder doppelt, mit dem einfachen Wert als Bonus für beide Gegner.",
    nl: "Wat geldt als je partner de kaart neemt die jij hebt verdubbeld: hetzelfde als bij een tegenstander; dubbel zonder bonus; de gewone waarde; of dubbel, met de gewone waarde als bonus voor elke tegenstander.",
  },
  "doubling.credit": {
    ar: "لمن تُحسب قيمة الورقة المدبّلة حين يأخذها غيره: لمن دبّلها، أو لا أحد.",
    de: "Wer den Wert einer verdoppelten Karte gutgeschrieben bekommt, die ein anderer Platz nimmt: der Platz, der sie verdoppelt hat, oder niemand.",
    nl: "Wie de waarde krijgt van een verdubbelde kaart die een ander neemt: wie haar verdubbelde, of niemand.",
  },
  "points.kingOfHearts": {
    ar: "كم يكلّف أخذ شيخ الكبة.",
    de: "Wie viele Punkte der Herzkönig kostet.",
    nl: "Hoeveel punten Heer Harten kost.",
  },
  "points.queen": {
    ar: "كم تكلّف كل بنت.",
    de: "Wie viele Punkte jede Dame kostet.",
    nl: "Hoeveel punten elke vrouw kost.",
  },
  "points.diamond": {
    ar: "كم تكلّف كل ورقة ديناري.",
    de: "Wie viele Punkte jede Karokarte kostet.",
    nl: "Hoeveel punten elke ruiten kost.",
  },
  "points.trick": {
    ar: "كم تكلّف كل أكلة.",
    de: "Wie viele Punkte jeder Stich kostet.",
    nl: "Hoeveel punten elke slag kost.",
  },
  layoutPoints: {
    ar: "ما يربحه الخارج أولاً وثانياً وثالثاً ورابعاً في التركس.",
    de: "Wie viele Punkte es beim Trix bringt, als Nummer 1, 2, 3 oder 4 fertig zu sein.",
    nl: "Hoeveel punten je bij trix krijgt als je als eerste, tweede, derde of vierde klaar bent.",
  },
  layoutPass: {
    ar: "هل يقول الخادم باص تلقائياً عمّن لا يستطيع اللعب في التركس، أم عليه أن يقولها بنفسه.",
    de: "Ob der Server beim Trix automatisch passt, wenn man nicht legen kann, oder ob man selbst passen muss.",
    nl: "Of de server bij trix automatisch past als je niet kunt leggen, of dat je zelf moet passen.",
  },
  exposeTwos: {
    ar: "هل يُكشف بعد الدور الرابع في التركس عند مَن الاثنينات الأربعة (وفي الشراكة لا تُكشف إن كانت كلها عند فريق واحد).",
    de: "Ob nach dem vierten Zug beim Trix gezeigt wird, wer die vier Zweien hat (im Team nicht, wenn ein Team alle vier bekommen hat).",
    nl: "Of na de vierde beurt bij trix te zien is wie de vier tweeën heeft (bij partners niet als één team ze alle vier kreeg).",
  },
  "redeal.twos": {
    ar: "هل يجوز لمن معه أربعة اثنينات، أو ثلاثة اثنينات وثلاثة الشكل الرابع، أن يطلب إعادة التوزيع.",
    de: "Ob man mit vier Zweien, oder auch mit drei Zweien und der Drei der vierten Farbe, neu geben lassen darf.",
    nl: "Of je met vier tweeën, of ook met drie tweeën en de drie van de vierde kleur, opnieuw mag laten geven.",
  },
  "redeal.bareHearts": {
    ar: "هل يجوز لمن ليس معه من الكبة إلا الشيخ أو الآص أو كلاهما أن يطلب إعادة التوزيع.",
    de: "Ob man neu geben lassen darf, wenn man an Herz nur den König, das Ass oder beide hat.",
    nl: "Of je opnieuw mag laten geven als je in harten alleen de heer, het aas of beide hebt.",
  },
  "redeal.longHearts": {
    ar: "هل يجوز لمن معه خمس كبات أو أكثر منها الشيخ أن يطلب إعادة التوزيع.",
    de: "Ob man neu geben lassen darf, wenn man fünf oder mehr Herzkarten mit dem König hat.",
    nl: "Of je opnieuw mag laten geven als je vijf of meer harten hebt, met de heer erbij.",
  },
  "redeal.timing": {
    ar: "متى تُطلب إعادة التوزيع: قبل الطلب في كل توزيعة، أو بعده في التوزيعات التي تعنيها.",
    de: "Wann man neu geben lassen darf: in jeder Runde vor dem Kontrakt oder danach, aber nur in den Runden, die es betrifft.",
    nl: "Wanneer je opnieuw mag laten geven: in elke gift vóór het contract, of daarna in de giften waarvoor het geldt.",
  },
  "redeal.twosTiming": {
    ar: "متى تُطلب إعادة التوزيع بالاثنينات: كما في `redeal.timing`، أو في وقت خاص بها، فيخص `redeal.timing` الكبة وحدها.",
    de: "Wann man mit Zweien neu geben lassen darf: wie in `redeal.timing`, oder zu einer eigenen Zeit, sodass `redeal.timing` nur noch für Herz gilt.",
    nl: "Wanneer je met tweeën opnieuw mag laten geven: zoals in `redeal.timing`, of op een eigen moment, zodat `redeal.timing` alleen nog voor harten geldt.",
  },
  openHands: {
    ar: "هل تكون كل الأوراق مكشوفة من أول التوزيعة.",
    de: "Ob alle Karten ab dem Geben offen liegen.",
    nl: "Of alle handen vanaf het geven open liggen.",
  },
  revoke: {
    ar: "هل تُرفض الورقة التي لا تلحق الشكل، أم تنتهي التوزيعة ويُحسب على صاحبها كل ما بقي من نقاط.",
    de: "Ob eine Karte, die nicht bedient, abgelehnt wird oder die Runde beendet und alle restlichen Punkte kostet.",
    nl: "Of een kaart waarmee je verzaakt geweigerd wordt, of de gift beëindigt en je alle resterende punten kost.",
  },
  revokeCost: {
    ar: "ما يُحسب على من لم يلحق الشكل إذا عوقب: ما بقي من نقاط التوزيعة، أو معه أيضاً ما أُخذ منها، بقيمته العادية.",
    de: "Was ein bestraftes Nichtbedienen kostet: alle restlichen Punkte der Runde oder dazu auch die schon vergebenen, zum einfachen Wert.",
    nl: "Wat bestraft verzaken kost: alle resterende punten van de gift, of ook de punten die al gevallen zijn, tegen de gewone waarde.",
  },
  tiebreak: {
    ar: "كيف يُحسم التعادل على المركز الأول: لا يُحسم؛ أو بتوزيعات شيخ الكبة الإضافية؛ أو بعدد المراكز الأولى في التركس ثم بتوزيعات فاصلة.",
    de: "Wie ein Gleichstand um den ersten Platz entschieden wird: gar nicht; mit zusätzlichen Herzkönig-Runden; oder nach ersten Plätzen beim Trix und danach mit Entscheidungsrunden.",
    nl: "Hoe een gelijkspel om de eerste plaats wordt beslist: niet; met extra giften Heer Harten; of op eerste plaatsen bij trix en daarna met beslissende giften.",
  },
  tiebreakDeals: {
    ar: "كم توزيعة فاصلة تُلعب على الأكثر. إن بقي التعادل بعدها تقاسم المتعادلون الفوز.",
    de: "Wie viele Entscheidungsrunden höchstens gespielt werden. Bleibt es danach beim Gleichstand, wird der Sieg geteilt.",
    nl: "Hoeveel beslissende giften er hoogstens worden gespeeld. Blijft het daarna gelijk, dan wordt de winst gedeeld.",
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
