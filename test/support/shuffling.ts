/** Statistics of shuffles: where each card of 52 comes to lie. */

export interface Spread {
  /** Over 52 positions x 52 cards, so 51 x 51 = 2,601 degrees of freedom. */
  chiSquare: number;
  /** The mean position of the card whose mean lies farthest from 25.5. */
  worstMean: number;
}

/** Chi-square of position x card over this many shuffles, and the mean position farthest from the middle. */
export function spreadOf(shuffle: () => readonly number[], deals: number): Spread {
  const counts = new Float64Array(52 * 52);
  for (let deal = 0; deal < deals; deal++)
    shuffle().forEach((card, position) => {
      counts[card * 52 + position]++;
    });
  const expected = deals / 52;
  let chiSquare = 0,
    worstMean = 25.5;
  for (let card = 0; card < 52; card++) {
    let mean = 0;
    for (let position = 0; position < 52; position++) {
      const count = counts[card * 52 + position];
      chiSquare += (count - expected) ** 2 / expected;
      mean += (count * position) / deals;
    }
    if (Math.abs(mean - 25.5) > Math.abs(worstMean - 25.5)) worstMean = mean;
  }
  return { chiSquare, worstMean };
}

/** 2,601 degrees of freedom: mean 2,601, standard deviation 72. Over 3,000 is 5.5 standard deviations off. */
export const CHI_SQUARE_LIMIT = 3000;
/** Over 20,000 deals the mean of a position has a standard deviation of 15 / sqrt(20,000), about 0.106; the limit is five of these. */
export const MEAN_LIMIT = 0.53;
