/** One scene for each rule option: what is seen under each of its values, its default first. */

import { type Contract, viewFor } from "../../src/engine/index.ts";
import { SEATS } from "./play.ts";
import { handsHolding, TestTable } from "./positions.ts";
import { requestOf } from "./random-rules.ts";

type Flat = Readonly<Record<string, unknown>>;

export interface OptionScene {
  option: string;
  /** Options that the scene needs beside it. */
  beside?: Flat;
  /** Value and what is seen under it; the first is the default. */
  outcomes: readonly (readonly [unknown, unknown])[];
  see(request: Record<string, unknown>): unknown;
}

/** What is seen with these options beside the scene's own. */
export const seen = (scene: OptionScene, flat: Flat = {}): unknown =>
  scene.see(requestOf({ ...scene.beside, ...flat }));

const practice = (contracts: Contract[], deals = 1): Flat => ({
  mode: "practice",
  "practice.contracts": contracts,
  "practice.deals": deals,
});
type Packs = ConstructorParameters<typeof TestTable>[1];
const fixed = (packs: Packs, request: Record<string, unknown>, dealer = 0) => new TestTable(request, packs, dealer);
/** The same, played to the end of the match. */
const playedOut = (request: Record<string, unknown>, packs: Packs = [], dealer = 0) =>
  fixed(packs, request, dealer).playOut(() => false);
const started = (table: TestTable) => table.events.filter((event) => event.type === "deal_started");
/** A pack in which this seat is dealt 7♥. */
const sevenWith = (seat: number, seed: number) =>
  handsHolding(SEATS.map((one) => (one === seat ? "7H" : "")) as never, undefined, seed);
const jackEach = (king: number) =>
  handsHolding(["JS", "JH", "JD", "JC"].map((jack, seat) => (seat === king ? `${jack} 7H` : jack)) as never);
const zeros = {
  "points.kingOfHearts": 0,
  "points.queen": 0,
  "points.diamond": 0,
  "points.trick": 0,
  layoutPoints: [0, 0, 0, 0],
  kingdoms: 1,
};

/** Whether seat 1, with these cards and no other heart if so said, may claim before the contract; `null` where nobody is asked. */
const mayClaim =
  (cards: string, otherHearts = true) =>
  (request: Record<string, unknown>) => {
    const table = fixed([handsHolding(["7H", cards, "", ""], ["", otherHearts ? "" : "H", "", ""])], request);
    return table.match.deal.phase === "redeal" ? table.refusal(1, { type: "redeal", claim: true }) === null : null;
  };

/** Points after seat 1 takes its own doubled K♥, led to by 3, and led by itself; and after 2 takes the queen that 0, its partner, doubled. */
const ownCapture = (request: Record<string, unknown>) => [
  fixed([handsHolding(["3H", "KH", "4H", "7H 2H"])], request)
    .double({ 1: "KH" })
    .play("2H 3H KH 4H").points,
  fixed([handsHolding(["3H", "KH 7H", "4H", "2H"])], request)
    .double({ 1: "KH" })
    .play("KH 4H 2H 3H").points,
];
const partnerCapture = (request: Record<string, unknown>) =>
  fixed([handsHolding(["7H QS", "2S", "AS", "5S"])], request)
    .double({ 0: "QS" })
    .play("QS 2S AS 5S").points;
const sumOf = (request: Record<string, unknown>) => playedOut(request).match.totals.reduce((a, b) => a + b, 0);

export const OPTION_SCENES: readonly OptionScene[] = [
  {
    option: "kingdoms",
    outcomes: [
      [4, 20],
      [1, 5],
      [2, 10],
      [3, 15],
    ],
    see: (request) => playedOut(request).match.deals.length,
  },
  {
    option: "mode",
    beside: {},
    outcomes: [
      ["classic", [5, "contract"]],
      ["complex", [2, "contract"]],
      ["combination", [16, "contract"]],
    ],
    see(request) {
      const table = fixed([], request);
      return [viewFor(table.match, table.awaited[0]).you!.legalActions.length, table.match.deal.phase];
    },
  },
  {
    option: "practice.contracts",
    beside: practice(["trix"], 3),
    outcomes: [
      [["trix"], ["trix", "trix", "trix"]],
      [
        ["queens", "trix"],
        ["queens", "trix", "queens"],
      ],
    ],
    see: (request) => started(playedOut(request)).map((deal) => deal.contracts.join()),
  },
  {
    option: "practice.deals",
    beside: practice(["tricks"]),
    outcomes: [
      [1, 1],
      [7, 7],
    ],
    see: (request) => playedOut(request).match.deals.length,
  },
  {
    option: "partnership",
    outcomes: [
      ["none", null],
      [
        "opposite",
        [
          [0, 2],
          [1, 3],
        ],
      ],
    ],
    see: (request) => viewFor(fixed([], request).match, "public").teams?.map((team) => team.seats) ?? null,
  },
  {
    // 7♥ with 2, then with 1, then again with 1, who has ruled: it passes to the right, over 2, to 3.
    option: "kingdomRotation",
    beside: { kingdoms: 3 },
    outcomes: [
      ["right", [2, 3, 0]],
      ["seven_of_hearts", [2, 1, 3]],
      ["across", [2, 3, 1]],
    ],
    see: (request) =>
      playedOut(
        request,
        Array.from({ length: 15 }, (_, i) => sevenWith([2, 1, 1][Math.floor(i / 5)], i)),
      ).match.kings,
  },
  {
    // 7♥ with 2, and 3 is drawn: who is king, and whose 7♥ is announced.
    option: "firstKing",
    outcomes: [
      ["seven_of_hearts", [2, 2]],
      ["drawn", [3, null]],
      ["seat0", [0, null]],
    ],
    see(request) {
      const [deal] = started(new TestTable(request, [sevenWith(2, 1)], 0, 3));
      return [deal.king, deal.sevenOfHearts];
    },
  },
  {
    // Cards in hand before the contract is named and after.
    option: "contractTiming",
    beside: { firstKing: "seat0" },
    outcomes: [
      ["after_cards", [13, 13]],
      ["before_cards", [0, 13]],
    ],
    see(request) {
      const table = fixed([], request);
      const cards = () => viewFor(table.match, 2).you!.hand.length;
      const before = cards();
      table.name("tricks");
      return [before, cards()];
    },
  },
  {
    option: "dealer",
    beside: { kingdoms: 1 },
    outcomes: [
      ["king", [2, 2, 2, 2, 2]],
      ["rotates", [3, 0, 1, 2, 3]],
    ],
    see: (request) => started(playedOut(request, [sevenWith(2, 1)], 3)).map((deal) => deal.dealer),
  },
  {
    option: "firstLead",
    beside: practice(["tricks"]),
    outcomes: [
      ["king", [2]],
      ["right_of_dealer", [3]],
    ],
    see: (request) => fixed([sevenWith(2, 1)], request).awaited,
  },
  {
    option: "layoutStart",
    beside: practice(["trix"]),
    outcomes: [
      ["king", [2]],
      ["right_of_dealer", [3]],
    ],
    see: (request) => fixed([jackEach(2)], request).awaited,
  },
  {
    // May 0 lead a heart at once, and 2 after 1 has discarded one?
    option: "heartLead",
    beside: practice(["king_of_hearts"]),
    outcomes: [
      ["only_hearts", [false, false]],
      ["until_broken", [false, true]],
      ["free", [true, true]],
    ],
    see(request) {
      const table = fixed([handsHolding(["7H 2S", "5H", "4S 6H", "3S"], ["", "S", "", ""])], request).double();
      const hearts = () => table.legalCards.some((card) => card.endsWith("H"));
      const before = hearts();
      table.play("2S 5H 4S 3S");
      return [before, hearts()];
    },
  },
  {
    option: "heartLeadInCombined",
    beside: { mode: "complex" },
    outcomes: [
      [false, true],
      [true, false],
    ],
    see: (request) =>
      fixed([handsHolding(["7H 2S", "", "", ""])], request)
        .name("king_of_hearts", "queens", "diamonds", "tricks")
        .double()
        .legalCards.includes("7H"),
  },
  {
    // How many cards 1 may throw on a spade in a deal in which its king, its queen and its four diamonds count.
    option: "voidDiscard",
    beside: { mode: "complex" },
    outcomes: [
      ["free", 13],
      ["must_discard_king", 1],
      ["must_discard_penalties", 6],
    ],
    see: (request) =>
      fixed([handsHolding(["7H 2S", "KH 3H 2H 5D 4D 3D 2D QC 6C 5C 4C 3C 2C", "", ""])], request)
        .name("king_of_hearts", "queens", "diamonds", "tricks")
        .double()
        .play("2S").legalCards.length,
  },
  {
    // What 1 may play on the ace of hearts.
    option: "kingUnderAce",
    beside: { ...practice(["king_of_hearts"]), heartLead: "free" },
    outcomes: [
      [false, ["KH", "9H", "2H"]],
      [true, ["KH"]],
    ],
    see: (request) =>
      fixed([handsHolding(["7H AH", "KH 9H 2H", "", ""], ["", "H", "", ""])], request)
        .double()
        .play("AH").legalCards,
  },
  {
    option: "earlyEnd",
    beside: practice(["king_of_hearts"]),
    outcomes: [
      [false, 0],
      [true, 1],
    ],
    see: (request) =>
      fixed([handsHolding(["7H AS", "KH 2C", "2S", "3S"], ["", "S", "", ""])], request)
        .double()
        .play("AS KH 2S 3S").match.deals.length,
  },
  {
    option: "doubling.enabled",
    beside: practice(["queens"]),
    outcomes: [
      [true, "doubling"],
      [false, "tricks"],
    ],
    see: (request) => fixed([], request).match.deal.phase,
  },
  {
    // Which cards 1 may double one by one in a deal in which its king and two queens count.
    option: "doubling.cards",
    beside: { mode: "complex" },
    outcomes: [
      ["all", ["QS", "KH", "QD"]],
      ["king_of_hearts", ["KH"]],
      ["queens", ["QS", "QD"]],
    ],
    see(request) {
      const table = fixed([handsHolding(["7H QH QC", "QS KH QD", "", ""])], request);
      const { match } = table.name("king_of_hearts", "queens", "diamonds", "tricks");
      const answers = viewFor(match, 1).you!.legalActions;
      return answers.flatMap((action) => (action.type === "double" && action.cards.length === 1 ? action.cards : []));
    },
  },
  {
    // Who is asked, and what the public sees when the king has doubled.
    option: "doubling.order",
    beside: practice(["king_of_hearts"]),
    outcomes: [
      ["simultaneous", [[0, 1, 2, 3], 0]],
      ["sequential", [[1], 1]],
    ],
    see(request) {
      const table = fixed([handsHolding(["", "7H KH", "", ""])], request);
      return [
        table.awaited,
        viewFor(table.act(1, { type: "double", cards: ["KH"] }).match, "public").deal.doubled.length,
      ];
    },
  },
  {
    option: "doubling.selfCapture",
    beside: { ...practice(["king_of_hearts"]), heartLead: "free" },
    see: ownCapture,
    outcomes: [
      [
        "single",
        [
          [0, -75, 0, 0],
          [0, -75, 0, 0],
        ],
      ],
      [
        "leader_gains",
        [
          [0, -150, 0, 75],
          [0, -75, 0, 0],
        ],
      ],
      [
        "double",
        [
          [0, -150, 0, 0],
          [0, -150, 0, 0],
        ],
      ],
      [
        "quadruple",
        [
          [0, -300, 0, 0],
          [0, -300, 0, 0],
        ],
      ],
      [
        "leader_gains_strict",
        [
          [0, -150, 0, 75],
          [0, -150, 0, 0],
        ],
      ],
    ],
  },
  {
    option: "doubling.partnerCapture",
    beside: { ...practice(["queens"]), partnership: "opposite" },
    see: partnerCapture,
    outcomes: [
      ["as_opponent", [25, 0, -50, 0]],
      ["no_bonus", [0, 0, -50, 0]],
      ["single", [0, 0, -25, 0]],
      ["opponents_gain", [0, 25, -50, 25]],
    ],
  },
  {
    option: "doubling.credit",
    beside: { ...practice(["king_of_hearts"]), heartLead: "free" },
    outcomes: [
      ["doubler", [-150, 75, 0, 0]],
      ["nobody", [-150, 0, 0, 0]],
    ],
    see: (request) =>
      fixed([handsHolding(["AH", "KH 7H", "4H", "2H"])], request)
        .double({ 1: "KH" })
        .play("KH 4H 2H AH").points,
  },
  {
    option: "points.kingOfHearts",
    beside: practice(["king_of_hearts"]),
    outcomes: [
      [75, -75],
      [0, 0],
      [1000, -1000],
    ],
    see: sumOf,
  },
  {
    option: "points.queen",
    beside: practice(["queens"]),
    outcomes: [
      [25, -100],
      [0, 0],
      [1000, -4000],
    ],
    see: sumOf,
  },
  {
    option: "points.diamond",
    beside: practice(["diamonds"]),
    outcomes: [
      [10, -130],
      [0, 0],
      [1000, -13000],
    ],
    see: sumOf,
  },
  {
    option: "points.trick",
    beside: practice(["tricks"]),
    outcomes: [
      [15, -195],
      [0, 0],
      [1000, -13000],
    ],
    see: sumOf,
  },
  {
    option: "layoutPoints",
    beside: practice(["trix"]),
    outcomes: [
      [
        [200, 150, 100, 50],
        [200, 150, 100, 50],
      ],
      [
        [150, 100, 50, -50],
        [150, 100, 50, -50],
      ],
      [
        [-1000, 0, 1000, 7],
        [-1000, 0, 1000, 7],
      ],
    ],
    see(request) {
      const [deal] = playedOut(request).match.deals;
      return deal.places.map((seat) => deal.points[seat]);
    },
  },
  {
    option: "layoutPass",
    beside: practice(["trix"]),
    outcomes: [
      ["auto", [[1], [0]]],
      ["explicit", [[0], []]],
    ],
    see(request) {
      const table = fixed([handsHolding(["7H", "JS JH", "JD", "JC"])], request);
      return [table.awaited, table.events.flatMap((event) => (event.type === "passed" ? [event.seat] : []))];
    },
  },
  {
    option: "exposeTwos",
    beside: practice(["trix"]),
    outcomes: [
      ["off", [0, 0]],
      ["after_first_round", [0, 4]],
    ],
    see(request) {
      const table = fixed([jackEach(0)], request).playOut(({ match }) => match.deal.plays.length >= 3);
      const twos = () => viewFor(table.match, "public").deal.exposed.filter(({ card }) => card.startsWith("2")).length;
      const before = twos();
      table.playOut(({ match }) => match.deal.plays.length >= 4);
      return [before, twos()];
    },
  },
  {
    option: "redeal.twos",
    outcomes: [
      ["off", [null, null]],
      ["four", [true, false]],
      ["four_or_three_plus_three", [true, true]],
    ],
    see: (request) => [mayClaim("2S 2H 2D 2C")(request), mayClaim("2S 2H 2D 3C")(request)],
  },
  {
    option: "redeal.bareHearts",
    outcomes: [
      [false, null],
      [true, true],
    ],
    see: mayClaim("KH", false),
  },
  {
    option: "redeal.longHearts",
    outcomes: [
      [false, null],
      [true, true],
    ],
    see: mayClaim("KH JH 9H 8H 5H"),
  },
  {
    option: "redeal.timing",
    beside: { "redeal.longHearts": true },
    outcomes: [
      ["before_contract", ["redeal", "contract"]],
      ["after_contract", ["contract", "redeal"]],
    ],
    see(request) {
      const table = fixed([handsHolding(["7H", "KH JH 9H 8H 5H", "", ""])], request);
      const first = table.match.deal.phase;
      return [first, (first === "redeal" ? table.redeal() : table.name("king_of_hearts")).match.deal.phase];
    },
  },
  {
    // Whether four twos are claimed before the contract or in trix, where hearts are claimed before it, and where after.
    option: "redeal.twosTiming",
    beside: { "redeal.twos": "four" },
    outcomes: [
      ["as_timing", ["before", "after"]],
      ["before_contract", ["before", "before"]],
      ["after_contract", ["after", "after"]],
    ],
    see: (request) =>
      ["before_contract", "after_contract"].map((timing) => {
        const redeal = { ...(request.redeal as object), longHearts: true, timing };
        const table = fixed([handsHolding(["7H", "2S 2H 2D 2C", "", ""])], { ...request, redeal });
        const claim = (): boolean => table.refusal(1, { type: "redeal", claim: true }) === null;
        if (table.match.deal.phase === "redeal") {
          if (claim()) return "before";
          table.redeal();
        }
        table.name("trix");
        return table.match.deal.phase === "redeal" && claim() ? "after" : "never";
      }),
  },
  {
    option: "openHands",
    outcomes: [
      [false, 1],
      [true, 52],
    ],
    see: (request) => viewFor(fixed([], request).match, "public").deal.exposed.length,
  },
  {
    option: "revoke",
    beside: practice(["tricks"]),
    outcomes: [
      ["reject", ["must_follow_suit", []]],
      ["penalize", [null, [[0, -195, 0, 0]]]],
    ],
    see(request) {
      const table = fixed([handsHolding(["7H 2S", "3S 2C", "", ""])], request).play("2S");
      return [table.refusal(1, { type: "play", card: "2C" }), table.scored];
    },
  },
  {
    // 0 has taken two queens when 1 revokes.
    option: "revokeCost",
    beside: { ...practice(["queens"]), revoke: "penalize" },
    outcomes: [
      ["remaining", [-50, -50, 0, 0]],
      ["full", [-50, -100, 0, 0]],
    ],
    see: (request) =>
      fixed([handsHolding(["7H AS 2H", "QS 3H 2C", "QD", "3S"], ["", "", "S", ""])], request)
        .double()
        .play("AS QS QD 3S 2H 2C")
        .scored.at(-1),
  },
  {
    // Nothing but zeros: all four tie. Winners, tie-break deals, and by what.
    option: "tiebreak",
    beside: { ...zeros, preset: "pagat", "redeal.twos": "off" },
    outcomes: [
      ["shared", [4, 0]],
      ["king_of_hearts_deal", [4, 3]],
      ["trix_firsts_then_playoff", [1, 0]],
    ],
    see(request) {
      const { result, deals } = playedOut(request).match;
      return [result!.winners.length, deals.filter((deal) => deal.tiebreak).length];
    },
  },
  {
    // Nothing but zeros again: how many deals there are to settle it.
    option: "tiebreakDeals",
    beside: { ...zeros, preset: "pagat", tiebreak: "king_of_hearts_deal" },
    outcomes: [
      [3, 3],
      [1, 1],
      [2, 2],
    ],
    see: (request) => playedOut(request).match.deals.filter((deal) => deal.tiebreak).length,
  },
];
