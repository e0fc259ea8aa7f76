/** The terms of the game in four languages (docs/rules.md section 7), and the labels of actions made from them. */

import type { Action, Card, Contract, Rank, Suit } from "../engine/index.ts";
import { type Labels, type Language, label } from "./languages.ts";

export const CONTRACT_LABELS: Readonly<Record<Contract, Labels>> = {
  king_of_hearts: { en: "King of Hearts", ar: "شيخ الكبة", de: "Herzkönig", nl: "Heer Harten" },
  queens: { en: "Queens", ar: "البنات", de: "Damen", nl: "Vrouwen" },
  diamonds: { en: "Diamonds", ar: "الديناري", de: "Karo", nl: "Ruiten" },
  tricks: { en: "Tricks", ar: "اللطوش", de: "Keine Stiche", nl: "Geen Slagen" },
  trix: { en: "Trix", ar: "التركس", de: "Trix", nl: "Trix" },
};

export const SUIT_LABELS: Readonly<Record<Suit, Labels>> = {
  S: { en: "spades", ar: "بستوني", de: "Pik", nl: "schoppen" },
  H: { en: "hearts", ar: "كبة", de: "Herz", nl: "harten" },
  D: { en: "diamonds", ar: "ديناري", de: "Karo", nl: "ruiten" },
  C: { en: "clubs", ar: "سباتي", de: "Kreuz", nl: "klaveren" },
};

const FACES: Readonly<Partial<Record<Rank, Labels>>> = {
  A: { en: "ace", ar: "آص", de: "Ass", nl: "aas" },
  K: { en: "king", ar: "شيخ", de: "König", nl: "heer" },
  Q: { en: "queen", ar: "بنت", de: "Dame", nl: "vrouw" },
  J: { en: "jack", ar: "شب", de: "Bube", nl: "boer" },
};

/** `T` reads 10; the other number cards read as they stand. */
const rankLabels = (rank: Rank): Labels => {
  const number = rank === "T" ? "10" : rank;
  return FACES[rank] ?? { en: number, ar: number, de: number, nl: number };
};

const SUIT_SIGNS: Readonly<Record<Suit, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A card in words; numbers stay figures (`7 of hearts`, `Herz 7`). */
function cardLabels(card: Card): Labels {
  const [rank, suit] = [rankLabels(card[0] as Rank), SUIT_LABELS[card[1] as Suit]];
  return {
    en: `${rank.en} of ${suit.en}`,
    ar: `${rank.ar} ${suit.ar}`,
    de: `${suit.de} ${rank.de}`,
    nl: `${suit.nl} ${rank.nl}`,
  };
}

const JOIN: Labels = { en: " and ", ar: " و", de: " und ", nl: " en " };

const joined = (parts: readonly Labels[], language: Language): string =>
  parts.map((part) => part[language]).join(JOIN[language]);

const perLanguage = (make: (language: Language) => string): Labels => ({
  en: make("en"),
  ar: make("ar"),
  de: make("de"),
  nl: make("nl"),
});

/** An action as a button may show it, in every language. */
function actionLabels(action: Action): Labels {
  switch (action.type) {
    case "play": {
      const card = cardLabels(action.card);
      const sign = `${action.card[0] === "T" ? "10" : action.card[0]}${SUIT_SIGNS[action.card[1] as Suit]}`;
      return perLanguage((language) => `${card[language]} (${sign})`);
    }
    case "pass":
      return { en: "Pass", ar: "باص", de: "Passen", nl: "Passen" };
    case "redeal":
      return action.claim
        ? { en: "Claim a redeal", ar: "أطلب إعادة التوزيع", de: "Neu geben lassen", nl: "Opnieuw laten geven" }
        : { en: "Keep the cards", ar: "أبقي الورق", de: "Karten behalten", nl: "Kaarten houden" };
    case "choose_contract":
      return perLanguage((language) =>
        joined(
          action.contracts.map((contract) => CONTRACT_LABELS[contract]),
          language,
        ),
      );
    case "double": {
      if (action.cards.length === 0)
        return { en: "Do not double", ar: "بدون دبل", de: "Nicht verdoppeln", nl: "Niet verdubbelen" };
      const cards = action.cards.map(cardLabels);
      const verb: Labels = { en: "Double the ", ar: "دبل ", de: "Verdoppeln: ", nl: "Verdubbel " };
      return perLanguage((language) => `${verb[language]}${joined(cards, language)}`);
    }
  }
}

/** The label of an action for a reader. */
export const actionLabel = (action: Action, language: Language): string => label(actionLabels(action), language);
