/** The five contracts, and sets of them as bit masks. */

/** Contract ids in the order in which several of one deal are stored (docs/rules.md section 5). */
export const CONTRACTS = ["king_of_hearts", "queens", "diamonds", "tricks", "trix"] as const;
export type Contract = (typeof CONTRACTS)[number];

/** A set of contracts: bit i stands for `CONTRACTS[i]`. */
export type ContractMask = number;
export const K = 1,
  Q = 2,
  D = 4,
  T = 8,
  X = 16;
/** The four trick contracts, and all five. */
export const TRICK_CONTRACTS = K | Q | D | T;
export const ALL_CONTRACTS = TRICK_CONTRACTS | X;

/** The letters of action ids and of the text notation. */
export const CONTRACT_LETTERS = "kqdtx";

export const makeContracts = (mask: ContractMask): Contract[] => CONTRACTS.filter((_, i) => (mask & (1 << i)) !== 0);

/** The mask of a list of ids; `undefined` for an unknown id or a repeat. */
export function parseContracts(ids: readonly string[]): ContractMask | undefined {
  let mask = 0;
  for (const id of ids) {
    const bit = 1 << CONTRACTS.indexOf(id as Contract);
    if (!CONTRACTS.includes(id as Contract) || (mask & bit) !== 0) return undefined;
    mask |= bit;
  }
  return mask;
}

export const makeContractLetters = (mask: ContractMask): string =>
  [...CONTRACT_LETTERS].filter((_, i) => (mask & (1 << i)) !== 0).join("");

/** The mask of a word of letters, any order, no repeats (`qk`); `undefined` if it is not one. */
export function parseContractLetters(letters: string): ContractMask | undefined {
  if (letters === "") return undefined;
  return parseContracts([...letters].map((letter) => CONTRACTS[CONTRACT_LETTERS.indexOf(letter)] ?? ""));
}
