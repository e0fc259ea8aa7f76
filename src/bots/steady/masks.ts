/** Cards of one suit as a mask, bit = height, as the engine's hands have them. */

/** A whole suit. */
export const SUIT_MASK = 0x1fff;

/** The heights below, and above, `height`. */
export const below = (height: number): number => (1 << height) - 1;
export const above = (height: number): number => SUIT_MASK & ~((2 << height) - 1);

/** The lowest height of a mask that is not empty. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);
