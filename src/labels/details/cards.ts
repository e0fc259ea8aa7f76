/** What the rules refuse: cards, contracts, doublings and redeals. */

import type { Texts } from "../languages.ts";

export const CARD_DETAILS = {
  must_follow_suit: {
    en: "You have a card of the led suit, so you must play one.",
    ar: "معك ورق من الشكل الذي بدأت به الأكلة، فعليك لعب ورقة منه.",
    de: "Du hast noch eine Karte der ausgespielten Farbe und musst bedienen.",
    nl: "Je hebt nog een kaart van de gevraagde kleur, dus je moet bekennen.",
  },
  heart_lead_forbidden: {
    en: "The rules of this game don't let you lead a heart now. Lead another suit.",
    ar: "قواعد هذه اللعبة لا تسمح لك بالبدء بالكبة الآن. عليك البدء بشكل آخر.",
    de: "Nach den Regeln dieser Partie darfst du jetzt kein Herz ausspielen. Spiel eine andere Farbe aus.",
    nl: "Volgens de regels van deze partij mag je nu niet met harten uitkomen. Kom uit met een andere kleur.",
  },
  must_discard_king: {
    en: "You can't follow suit and you hold the king of hearts, so the rules of this game require you to play it now.",
    ar: "نفد منك الشكل المطلوب ومعك شيخ الكبة، فعليك رميه الآن بحسب قواعد هذه اللعبة.",
    de: "Du kannst nicht bedienen und hast den Herzkönig. Nach den Regeln dieser Partie musst du ihn jetzt abwerfen.",
    nl: "Je kunt niet bekennen en je hebt Heer Harten. Volgens de regels van deze partij moet je die nu afgooien.",
  },
  must_discard_penalty: {
    en: "You can't follow suit, so the rules of this game require you to play a card that counts in this deal.",
    ar: "نفد منك الشكل المطلوب، فعليك بحسب قواعد هذه اللعبة رمي ورقة محسوبة في هذه التوزيعة.",
    de: "Du kannst nicht bedienen. Nach den Regeln dieser Partie musst du eine Karte abwerfen, die in dieser Runde zählt.",
    nl: "Je kunt niet bekennen. Volgens de regels van deze partij moet je een kaart afgooien die in deze gift telt.",
  },
  must_play_king: {
    en: "The ace of hearts is in the trick, so the rules of this game require you to play the king of hearts now.",
    ar: "نزل آص الكبة في هذه الأكلة، فعليك بحسب قواعد هذه اللعبة لعب شيخ الكبة الآن.",
    de: "Das Herz-Ass liegt im Stich. Nach den Regeln dieser Partie musst du jetzt den Herzkönig spielen.",
    nl: "Harten aas ligt in de slag. Volgens de regels van deze partij moet je nu Heer Harten spelen.",
  },
  card_not_in_hand: {
    en: "You don't have this card. Choose one from your hand.",
    ar: "هذه الورقة ليست معك. عليك اختيار ورقة من أوراقك.",
    de: "Diese Karte hast du nicht. Wähl eine aus deiner Hand.",
    nl: "Deze kaart heb je niet. Kies er een uit je hand.",
  },
  not_playable_on_layout: {
    en: "You can only play a jack, or the next card up or down in an open suit.",
    ar: "لا يمكنك إلا لعب شب، أو الورقة التالية صعوداً أو نزولاً في شكل مفتوح.",
    de: "Du kannst nur einen Buben legen oder in einer offenen Farbe die nächste Karte nach oben oder unten.",
    nl: "Je kunt alleen een boer leggen, of de volgende kaart omhoog of omlaag in een kleur die al open ligt.",
  },
  must_play: {
    en: "You have a card that fits the layout, so you can't pass.",
    ar: "معك ورقة يمكن لعبها، فلا يمكنك قول باص.",
    de: "Du kannst eine Karte legen, also darfst du nicht passen.",
    nl: "Je kunt een kaart leggen, dus je mag niet passen.",
  },
  contract_already_used: {
    en: "This contract has already been played in this kingdom. Choose another one.",
    ar: "سبق لعب هذا الطلب في هذه المملكة. عليك اختيار طلب آخر.",
    de: "Dieser Kontrakt wurde in diesem Königreich schon gespielt. Wähl einen anderen.",
    nl: "Dit contract is in dit koninkrijk al gespeeld. Kies een ander.",
  },
  contract_not_offered: {
    en: "The mode of this game doesn't offer this choice of contracts. Choose another one.",
    ar: "نظام هذه اللعبة لا يتيح هذا الاختيار من الطلبات. عليك اختيار غيره.",
    de: "In dieser Partie gibt es diese Auswahl von Kontrakten nicht. Wähl eine andere.",
    nl: "Deze keuze van contracten bestaat in deze partij niet. Kies een andere.",
  },
  not_doublable: {
    en: "You can't double these cards in this deal. Choose other cards, or none.",
    ar: "لا يمكنك دبل هذه الأوراق في هذه التوزيعة. عليك اختيار غيرها أو اللعب بدون دبل.",
    de: "Diese Karten kannst du in dieser Runde nicht verdoppeln. Wähl andere oder keine.",
    nl: "Deze kaarten kun je in deze gift niet verdubbelen. Kies andere, of geen.",
  },
  redeal_not_allowed: {
    en: "Under the rules of this game, your hand doesn't entitle you to a redeal.",
    ar: "أوراقك لا تعطيك حق إعادة التوزيع بحسب قواعد هذه اللعبة.",
    de: "Mit deinem Blatt kannst du nach den Regeln dieser Partie nicht neu geben lassen.",
    nl: "Met jouw kaarten mag je volgens de regels van deze partij niet opnieuw laten geven.",
  },
} as const satisfies Texts;
