/** Content negotiation by the Accept header (RFC 9110 section 12.5.1). */

/** The first of `offered` media types that the header allows with the highest weight; `undefined` where it excludes all of them. */
export function negotiate<T extends string>(accept: string | null, offered: readonly T[]): T | undefined {
  if (accept === null || accept.trim() === "" || accept === "*/*") return offered[0];
  const ranges = accept.split(",").map((part) => {
    const [range, ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
  let best: T | undefined,
    bestWeight = 0;
  for (const type of offered) {
    const weight = weightOf(type, ranges);
    if (weight > bestWeight) [best, bestWeight] = [type, weight];
  }
  return best;
}

/** The weight of the most specific range that covers the type. */
function weightOf(type: string, ranges: readonly { range: string; weight: number }[]): number {
  for (const pattern of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const match = ranges.find(({ range }) => range === pattern);
    if (match !== undefined) return match.weight;
  }
  return 0;
}
