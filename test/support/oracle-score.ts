import type { OracleDeal } from "./oracle-cards.ts";
import { at, isQueen, PACK, SEATS, suitOf } from "./oracle-cards.ts";
import { dealState, finishedTricks, revokeIndex } from "./oracle-play.ts";
import type { OracleRules } from "./oracle-rules.ts";

/** One card taken: by whom, and who led the trick it fell in. */
type Capture = { card: string; taker: number; leader: number };

/** The partner of a seat, or `null` where everyone plays alone. */
export function partnerOf(rules: OracleRules, seat: number): number | null {
  return rules.partnership === "opposite" ? (seat + 2) % 4 : null;
}

/** The four points of a finished deal. */
export function scoreDeal(rules: OracleRules, deal: OracleDeal): number[] {
  if (!dealState(rules, deal).over) throw new Error("the deal is not over");
  return pointsSoFar(rules, deal);
}

/** The four points of the finished tricks, of a revoke, or of the places on a layout that are taken. */
export function pointsSoFar(rules: OracleRules, deal: OracleDeal): number[] {
  const points = [0, 0, 0, 0];
  const give = (seat: number, amount: number) => {
    points[seat] = at(points, seat) + amount;
  };

  if (deal.contracts.includes("trix")) {
    const { places } = dealState(rules, deal);
    for (const [place, seat] of places.entries()) give(seat, at(rules.layoutPoints, place));
    return points;
  }

  for (const capture of captures(rules, deal)) {
    for (const { seat, amount } of cardScore(rules, deal, capture)) give(seat, amount);
  }
  if (deal.contracts.includes("tricks")) {
    const finished = finishedTricks(rules, deal);
    for (const trick of finished) give(trick.winner, -rules.points.trick);
    const revoker = revokerOf(rules, deal);
    if (revoker !== null) {
      give(revoker, -rules.points.trick * (rules.revokeCost === "full" ? 13 : 13 - finished.length));
    }
  }
  // The full cost: whatever has been taken by then, once more at its plain value.
  const revoker = revokerOf(rules, deal);
  if (revoker !== null && rules.revokeCost === "full") {
    for (const trick of finishedTricks(rules, deal)) {
      for (const { card } of trick.plays) give(revoker, -plainValue(rules, deal, card));
    }
  }
  return points;
}

/** The seat whose revoke ended the deal, or `null`. */
export function revokerOf(rules: OracleRules, deal: OracleDeal): number | null {
  const index = revokeIndex(rules, deal);
  return index === null ? null : at(deal.plays, index).seat;
}

/** Every card taken, those a revoker is charged with included. */
function captures(rules: OracleRules, deal: OracleDeal): Capture[] {
  const taken: Capture[] = [];
  for (const trick of finishedTricks(rules, deal)) {
    for (const play of trick.plays) taken.push({ card: play.card, taker: trick.winner, leader: trick.leader });
  }
  const revoker = revokerOf(rules, deal);
  if (revoker === null) return taken;
  const rest = PACK.filter((card) => !taken.some((capture) => capture.card === card));
  return [...taken, ...rest.map((card) => ({ card, taker: revoker, leader: revoker }))];
}

/** What the card costs in this deal if nobody doubled it. */
function plainValue(rules: OracleRules, { contracts }: OracleDeal, card: string): number {
  let value = 0;
  if (contracts.includes("king_of_hearts") && card === "KH") value += rules.points.kingOfHearts;
  if (contracts.includes("queens") && isQueen(card)) value += rules.points.queen;
  if (contracts.includes("diamonds") && suitOf(card) === "D") value += rules.points.diamond;
  return value;
}

/** What one captured card gives to whom. */
function cardScore(rules: OracleRules, deal: OracleDeal, capture: Capture): { seat: number; amount: number }[] {
  const { card, taker } = capture;
  const scores: { seat: number; amount: number }[] = [];
  if (deal.contracts.includes("king_of_hearts") && card === "KH") {
    scores.push(...doublableScore(rules, deal, capture, rules.points.kingOfHearts));
  }
  if (deal.contracts.includes("queens") && isQueen(card)) {
    scores.push(...doublableScore(rules, deal, capture, rules.points.queen));
  }
  if (deal.contracts.includes("diamonds") && suitOf(card) === "D") {
    scores.push({ seat: taker, amount: -rules.points.diamond });
  }
  return scores;
}

/** The table of docs/rules.md section 2 for K♥ or a queen worth `v`. */
function doublableScore(
  rules: OracleRules,
  deal: OracleDeal,
  { card, taker, leader }: Capture,
  v: number,
): { seat: number; amount: number }[] {
  const doubler = deal.doubled.find((double) => double.card === card)?.seat;
  if (doubler === undefined) return [{ seat: taker, amount: -v }];

  const partner = partnerOf(rules, doubler);
  if (taker === doubler) {
    switch (rules.doubling.selfCapture) {
      case "single":
        return [{ seat: taker, amount: -v }];
      case "leader_gains":
        if (leader === partner) return [{ seat: taker, amount: -2 * v }];
        return [
          { seat: taker, amount: -2 * v },
          { seat: leader, amount: v },
        ];
      case "leader_gains_strict":
        if (leader === partner || leader === doubler) return [{ seat: taker, amount: -2 * v }];
        return [
          { seat: taker, amount: -2 * v },
          { seat: leader, amount: v },
        ];
      case "double":
        return [{ seat: taker, amount: -2 * v }];
      case "quadruple":
        return [{ seat: taker, amount: -4 * v }];
    }
  }
  const credit = rules.doubling.credit === "nobody" ? [] : [{ seat: doubler, amount: v }];
  if (taker === partner) {
    switch (rules.doubling.partnerCapture) {
      case "as_opponent":
        return [{ seat: taker, amount: -2 * v }, ...credit];
      case "opponents_gain":
        return [
          { seat: taker, amount: -2 * v },
          ...SEATS.filter((seat) => seat !== doubler && seat !== partner).map((seat) => ({ seat, amount: v })),
        ];
      case "no_bonus":
        return [{ seat: taker, amount: -2 * v }];
      case "single":
        return [{ seat: taker, amount: -v }];
    }
  }
  return [{ seat: taker, amount: -2 * v }, ...credit];
}

/** Whether these rules make every kingdom sum to 0, `zeroSumBroken` deals apart. */
export function zeroSumHolds(rules: OracleRules): boolean {
  const { kingOfHearts, queen, diamond, trick } = rules.points;
  return (
    [kingOfHearts, queen, diamond, trick].join() === "75,25,10,15" &&
    rules.layoutPoints.join() === "200,150,100,50" &&
    rules.doubling.selfCapture !== "double" &&
    rules.doubling.selfCapture !== "quadruple" &&
    rules.doubling.partnerCapture !== "no_bonus" &&
    rules.doubling.partnerCapture !== "opponents_gain" &&
    rules.doubling.credit !== "nobody" &&
    rules.mode !== "practice"
  );
}

/** Why this one deal may break the zero sum although `zeroSumHolds`, or `null`. */
export function zeroSumBroken(
  rules: OracleRules,
  deal: OracleDeal,
): "leader_gains" | "leader_gains_strict" | "revoke" | null {
  if (deal.contracts.includes("trix")) return null;
  if (revokerOf(rules, deal) !== null) return "revoke";
  const { selfCapture } = rules.doubling;
  if (selfCapture !== "leader_gains" && selfCapture !== "leader_gains_strict") return null;
  for (const trick of finishedTricks(rules, deal)) {
    for (const seat of SEATS) {
      const takesOwnDouble =
        trick.winner === seat &&
        deal.doubled.some((double) => double.seat === seat && trick.plays.some((play) => play.card === double.card));
      if (!takesOwnDouble) continue;
      if (trick.leader === partnerOf(rules, seat)) return selfCapture;
      if (selfCapture === "leader_gains_strict" && trick.leader === seat) return selfCapture;
    }
  }
  return null;
}
