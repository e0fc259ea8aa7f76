/** Positions with one right answer, or one that is plainly wrong, made by hand. */

import type { Contract } from "../../src/engine/index.ts";
import { practising } from "../support/positions.ts";
import type { RulesAsked } from "../support/random-rules.ts";

export interface Position {
  name: string;
  request: RulesAsked;
  /** Cards that seats 0 to 3 hold at least, and suits in which they are dealt no others; seat 0 has the 7♥, so it is king. */
  held: readonly [string, string, string, string];
  without?: readonly [string, string, string, string];
  /** Who doubles what before the play. */
  doubled?: Readonly<Record<number, string>>;
  /** Cards played so far. */
  play?: string;
  /** Whose answer is looked at; else the seat on turn. */
  seat?: 0 | 1 | 2 | 3;
  /** Action ids, or cards: the only good ones, or those that must not be chosen. */
  right?: string;
  never?: string;
}

const of = (contract: Contract, more: RulesAsked = {}) => practising(contract, more);
const king = of("king_of_hearts"), freely = of("king_of_hearts", { heartLead: "free" });
const queens = of("queens"), diamonds = of("diamonds"), tricks = of("tricks"), trix = of("trix");
const partners = (contract: Contract) => of(contract, { partnership: "opposite" });
const last = ["", "", "", "S"] as const;
/** Eleven cards that nobody need fear to keep. */
const LOW = "2D 3D 4D 5D 6D 2H 3H 4H 5H 6H 8H";

export const POSITIONS: readonly Position[] = [
  // King of hearts.
  { name: "last to play, it ducks the king of hearts", request: king, held: ["7H 9S", "KH", "TS", "QS 4S"], without: ["", "S", "", "S"], play: "9S KH TS", right: "4S" },
  { name: "last to play, it ducks the king of hearts with the highest card that ducks", request: king, held: ["7H 9S", "KH", "TS", "QS 8S 4S"], without: ["", "S", "", "S"], play: "9S KH TS", right: "8S" },
  { name: "if it has to take the king of hearts, it takes with its highest card", request: king, held: ["7H 2S", "KH", "3S", "QS 9S 5S"], without: ["", "S", "", "S"], play: "2S KH 3S", right: "QS" },
  { name: "void, it throws the king of hearts", request: king, held: ["7H 9S", "TS", "JS", "KH AD AC"], without: last, play: "9S TS JS", right: "KH" },
  { name: "void in the middle of a trick, it throws the king of hearts", request: king, held: ["7H AS", "KH AD AC", "JS", "TS"], without: ["", "S", "", ""], play: "AS", right: "KH" },
  { name: "it keeps the ace of hearts back while the king is out behind it", request: freely, held: ["7H 9H", "AH 4H", "", "KH"], without: ["", "H", "", ""], play: "9H", right: "4H" },
  { name: "it drops the king of hearts under the ace", request: freely, held: ["7H 9H", "AH", "QH", "KH 3H"], without: ["", "", "", "H"], play: "9H AH QH", right: "KH" },
  { name: "it does not take a trick with the king of hearts that it can duck", request: freely, held: ["7H 9H", "TH", "QH", "KH 3H"], without: ["", "", "", "H"], play: "9H TH QH", right: "3H" },
  { name: "it plays low from king and three while the ace is behind it", request: freely, held: ["7H 9H", "KH 3H", "AH", ""], without: ["", "H", "", ""], play: "9H", right: "3H" },
  { name: "it does not lead the king of hearts", request: freely, held: ["7H KH 3C 4D", "", "", ""], never: "KH" },
  { name: "it ducks a king of hearts that another has doubled", request: king, held: ["7H 9S", "KH", "TS", "QS 4S"], without: ["", "S", "", "S"], doubled: { 1: "KH" }, play: "9S KH TS", right: "4S" },
  { name: "it throws the king that it doubled", request: king, held: ["7H 9S", "TS", "JS", "KH AD AC"], without: last, doubled: { 3: "KH" }, play: "9S TS JS", right: "KH" },
  { name: "it throws the king of hearts on an opponent of its team", request: partners("king_of_hearts"), held: ["7H 9S", "TS", "JS", "KH AD AC"], without: last, play: "9S TS JS", right: "KH" },
  { name: "it keeps the king of hearts on its partner's sure trick", request: partners("king_of_hearts"), held: ["7H 9S", "AS", "JS", "KH AD AC"], without: last, play: "9S AS JS", never: "KH" },
  { name: "it keeps the doubled king of hearts on its partner's sure trick", request: partners("king_of_hearts"), held: ["7H 9S", "AS", "JS", "KH AD AC"], without: last, doubled: { 3: "KH" }, play: "9S AS JS", never: "KH" },
  // Queens.
  { name: "last to play, it ducks a queen", request: queens, held: ["7H 9S", "TS", "QS", "KS 4S"], without: last, play: "9S TS QS", right: "4S" },
  { name: "if it has to take a queen, it takes with its highest card", request: queens, held: ["7H 9S", "TS", "QS", "KS AS"], without: last, play: "9S TS QS", right: "AS" },
  { name: "it drops its queen under a king", request: queens, held: ["7H KS", "QS 3S", "", ""], without: ["", "S", "", ""], play: "KS", right: "QS" },
  { name: "it drops its queen under an ace", request: queens, held: ["7H AS", "2S", "QS 5S", ""], without: ["", "", "S", ""], play: "AS 2S", right: "QS" },
  { name: "it does not take with its queen what it can duck", request: queens, held: ["7H 9C", "TC", "JC", "QC 3C"], without: ["", "", "", "C"], play: "9C TC JC", right: "3C" },
  { name: "it keeps its queen while king and ace are out behind it", request: queens, held: ["7H 9C", "QC 3C", "", ""], without: ["", "C", "", ""], play: "9C", right: "3C" },
  { name: "void, it throws the bare queen and not the guarded one", request: queens, held: ["7H 9S", "TS", "JS", "QD QH 9H 8H 5H 2H"], without: ["", "", "", "SD"], play: "9S TS JS", right: "QD" },
  { name: "void, it throws a queen before an ace", request: queens, held: ["7H 9S", "TS", "JS", "QC AD AC"], without: ["", "", "", "S"], play: "9S TS JS", never: "AD AC" },
  { name: "void on a trick that holds a queen already, it adds its own", request: queens, held: ["7H KS", "QS", "JS", `QC 3C ${LOW}`], without: last, play: "KS QS JS", right: "QC" },
  { name: "it does not lead the ace of a suit whose queen is out", request: queens, held: ["7H AS 3S 4D 2C", "", "QS", ""], never: "AS" },
  { name: "it does not lead the king of a suit whose queen is out", request: queens, held: ["7H KC 3C 4D 2S", "", "QC", ""], never: "KC" },
  { name: "it does not lead its own bare queen", request: queens, held: ["7H QC 3S 4D", "", "", ""], without: ["C", "", "", ""], never: "QC" },
  { name: "in third place it does not play ace or king while the doubled queen is behind it", request: queens, held: ["7H 5D", "8D", "AD KD 4D", "QD"], without: ["", "", "D", ""], doubled: { 3: "QD" }, play: "5D 8D", right: "4D" },
  { name: "it keeps its queen on its partner's sure trick", request: partners("queens"), held: ["7H 9S", "AS", "3S", "QD 2C 3H"], without: last, play: "9S AS 3S", never: "QD QH QC" },
  { name: "it throws its queen on an opponent's trick", request: partners("queens"), held: ["7H AS", "3S", "4S", `QC 3C ${LOW}`], without: last, play: "AS 3S 4S", right: "QC" },
  { name: "it does not drop its queen under its partner's king", request: partners("queens"), held: ["7H 9S", "KS", "3S", "QS 4S"], without: last, play: "9S KS 3S", right: "4S" },
  { name: "it drops its queen under an opponent's king", request: partners("queens"), held: ["7H 9S", "3S", "KS", "QS 4S"], without: last, play: "9S 3S KS", right: "QS" },
  { name: "it ducks a doubled queen", request: queens, held: ["7H 9S", "QS", "3S", "KS 4S"], without: last, doubled: { 1: "QS" }, play: "9S QS 3S", right: "4S" },
  { name: "it ducks a queen although queens cost a single point", request: of("queens", { points: { queen: 1 } }), held: ["7H 9S", "TS", "QS", "KS 4S"], without: last, play: "9S TS QS", right: "4S" },
  // Diamonds.
  { name: "last to play, it ducks two diamonds", request: diamonds, held: ["7H 9S", "AD", "KD", "QS 8S 4S"], without: ["", "S", "S", "S"], play: "9S AD KD", right: "8S 4S" },
  { name: "if it has to take diamonds, it takes with its highest card", request: diamonds, held: ["7H 9S", "AD", "KD", "QS TS"], without: ["", "S", "S", "S"], play: "9S AD KD", right: "QS" },
  { name: "void, it throws a high diamond", request: diamonds, held: ["7H 9S", "TS", "JS", "AD KD 2C 3C 4C 5C 6C 2H 3H 4H 5H 6H 8H"], without: last, play: "9S TS JS", right: "AD KD" },
  { name: "it ducks in diamonds", request: diamonds, held: ["7H 9D", "AD 3D", "", ""], without: ["", "D", "", ""], play: "9D", right: "3D" },
  { name: "last in diamonds, it ducks with the highest card that ducks", request: diamonds, held: ["7H 9D", "TD", "JD", "QD 8D 3D"], without: ["", "", "", "D"], play: "9D TD JD", right: "8D" },
  { name: "last in diamonds and forced to take, it takes with the highest", request: diamonds, held: ["7H 9D", "TD", "JD", "QD AD"], without: ["", "", "", "D"], play: "9D TD JD", right: "AD" },
  { name: "it does not lead high diamonds", request: diamonds, held: ["7H AD KD 2C 3S", "", "", ""], never: "AD KD" },
  { name: "it throws no diamond on its partner's sure trick", request: partners("diamonds"), held: ["7H 9S", "AS", "3S", "AD 2D 2C KC"], without: last, play: "9S AS 3S", never: "AD 2D KD QD JD TD 9D 8D 7D 6D 5D 4D 3D" },
  { name: "it throws a diamond on an opponent's sure trick", request: partners("diamonds"), held: ["7H AS", "3S", "4S", "AD KD 2C 3C 4C 5C 6C 2H 3H 4H 5H 6H 8H"], without: last, play: "AS 3S 4S", right: "AD KD" },
  // Tricks.
  { name: "last to play, it ducks the trick", request: tricks, held: ["7H 9S", "TS", "JS", "QS 8S"], without: last, play: "9S TS JS", right: "8S" },
  { name: "last to play, it ducks with the highest card that ducks", request: tricks, held: ["7H 9S", "TS", "JS", "8S 7S 2S"], without: last, play: "9S TS JS", right: "8S" },
  { name: "if it has to take the trick, it takes with its highest card", request: tricks, held: ["7H 9S", "TS", "JS", "QS KS"], without: last, play: "9S TS JS", right: "KS" },
  { name: "void, it throws a bare ace", request: tricks, held: ["7H 9S", "TS", "JS", "AD 2C 3C 4C 5C 6C 2H 3H 4H 5H 6H 8H"], without: ["", "", "", "SD"], play: "9S TS JS", right: "AD" },
  { name: "it does not lead aces and kings", request: tricks, held: ["7H 2S AS KS AD 2D AC 2C", "", "", ""], never: "AS KS AD AC" },
  { name: "in second place it goes just under the card led", request: tricks, held: ["7H 9S", "AS 8S 3S", "", ""], without: ["", "S", "", ""], play: "9S", right: "8S" },
  { name: "in third place it goes just under the best card", request: tricks, held: ["7H 5S", "9S", "8S 6S AS", ""], without: ["", "", "S", ""], play: "5S 9S", right: "8S" },
  { name: "it drops the king under its partner's ace", request: partners("tricks"), held: ["7H 9S", "AS", "3S", "KS 2S"], without: last, play: "9S AS 3S", right: "KS" },
  { name: "it ducks while the trick costs a thousand", request: of("tricks", { points: { trick: 1000 } }), held: ["7H 9S", "TS", "JS", "QS 8S"], without: last, play: "9S TS JS", right: "8S" },
  // The layout.
  { name: "it opens the row in which it holds the two", request: trix, held: ["7H JS 3S 2S JD", "", "", ""], without: ["D", "", "", ""], right: "JS" },
  { name: "it keeps the jack of a suit in which it holds nothing else", request: trix, held: ["7H JC JD 4D 2D AD", "", "", ""], without: ["C", "", "", ""], right: "JD" },
  { name: "it goes down to its two, not up", request: trix, held: ["7H JS TS QS 2S", "JH", "JD", "JC"], without: ["S", "", "", ""], play: "JS JH JD JC", right: "TS" },
  { name: "it keeps a ten under which it holds nothing", request: trix, held: ["7H JS TD TC 2C", "JH", "JD", "JC"], without: ["DS", "", "", ""], play: "JS JH JD JC", right: "TC" },
  { name: "it plays an ace before it lets others play", request: trix, held: ["7H JS AS TD", "QS", "KS", "JD"], without: ["DS", "", "", ""], play: "JS QS KS JD", never: "TD" },
  { name: "where late places pay, it keeps its row shut", request: of("trix", { layoutPoints: [50, 100, 150, 200] }), held: ["7H JS 3S 2S JD", "", "", ""], without: ["D", "", "", ""], right: "JD" },
  { name: "it opens the row of its partner's two, not of an opponent's", request: of("trix", { partnership: "opposite", exposeTwos: "after_first_round" }), held: ["7H JS TD TC", "JH 2D", "2C JD", "JC"], without: ["DCS", "", "", ""], play: "JS JH JD JC", right: "TC" },
  // Naming a contract, doubling, claiming a redeal.
  { name: "it names trix with the middle of every suit", request: {}, held: ["JS TS 9S QS JH TH 7H QH JD TD 9D JC TC", "", "", ""], right: "c:x" },
  { name: "it does not name trix with four twos and four aces", request: {}, held: ["7H 2S 2H 2D 2C AS AH AD AC 3S 3D 3C 3H", "", "", ""], never: "c:x" },
  { name: "it names king of hearts with the king and six more hearts", request: {}, held: ["KH JH 9H 7H 5H 4H 2H AS 2S AD 2D AC 2C", "", "", ""], right: "c:k" },
  { name: "it does not name diamonds with long high diamonds", request: {}, held: ["7H AD KD QD JD TD 9D 2S 3S 2H 3H 2C 3C", "", "", ""], never: "c:d" },
  { name: "it does not name tricks with all aces and kings", request: {}, held: ["7H AS KS AH KH AD KD AC KC QS QD QC 2D", "", "", ""], never: "c:t c:d" },
  { name: "it does not name queens with four short queens", request: { doubling: { enabled: false } }, held: ["7H QS KS QH AH QD KD QC AC 4S 4D 4C 4H", "", "", ""], never: "c:q" },
  { name: "it does not put all trick contracts into one deal of aces and kings", request: { mode: "combination" }, held: ["7H AS KS AH KH AD KD AC KC QS QD QC 2D", "", "", ""], never: "c:kqdt c:dt c:kdt c:qdt" },
  { name: "it doubles the king of hearts with six hearts", request: king, held: ["7H", "KH JH 9H 5H 4H 2H", "", ""], seat: 1, right: "d:KH" },
  { name: "it does not double a king of hearts that costs four times when it comes home", request: of("king_of_hearts", { doubling: { selfCapture: "quadruple" } }), held: ["7H", "KH 2H", "", ""], without: ["", "H", "", ""], seat: 1, right: "d:" },
  { name: "it does not double a bare queen that costs double when it comes home", request: of("queens", { doubling: { selfCapture: "double" } }), held: ["7H QH", "QS", "QD", "QC"], without: ["", "S", "", ""], seat: 1, right: "d:" },
  { name: "it doubles a queen with six cards under it", request: queens, held: ["7H QH", "QS 9S 8S 5S 4S 3S 2S", "QD", "QC"], seat: 1, right: "d:QS" },
  { name: "it doubles nothing that is worth nothing", request: of("queens", { points: { queen: 0 } }), held: ["7H QH", "QS 9S 8S 5S 4S 3S 2S", "QD", "QC"], seat: 1, right: "d:" },
  { name: "it claims a redeal of trix with four twos", request: of("trix", { redeal: { twos: "four", timing: "after_contract" } }), held: ["7H", "2S 2H 2D 2C", "", ""], seat: 1, right: "r:claim" },
  { name: "it claims a redeal of king of hearts with the bare king", request: of("king_of_hearts", { doubling: { enabled: false }, redeal: { bareHearts: true, timing: "after_contract" } }), held: ["7H", "KH AS KS AD KD AC KC", "", ""], without: ["", "H", "", ""], seat: 1, right: "r:claim" },
  { name: "it keeps long hearts that are worth doubling", request: of("king_of_hearts", { redeal: { longHearts: true, timing: "after_contract" } }), held: ["7H", "KH JH 9H 5H 4H 2H 2S 3D 3C", "", ""], seat: 1, right: "r:decline" },
];
