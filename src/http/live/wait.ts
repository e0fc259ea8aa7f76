/** Answers that wait until a log has something to tell. */

import { Late, within } from "../../durable/timing.ts";
import type { Entry, Page } from "../../feed/frames.ts";
import { type Dial, Line } from "./line.ts";

/** The first entries after `after` that there are or that come within `seconds`; none after that time, and none where nothing will come. */
export async function firstPage<E extends Entry>(dial: Dial, after: number, seconds: number): Promise<Page<E>> {
  let newest: Page<E> | undefined;
  const enough = Promise.withResolvers<void>();
  const line = await Line.open<E>(dial, after, {
    page(page) {
      newest = page;
      if (page.data.length > 0 || page.over) enough.resolve();
    },
    lost: enough.reject,
  });
  try {
    await within(seconds * 1000, enough.promise);
  } catch (error) {
    if (!(error instanceof Late)) throw error;
  } finally {
    line.close();
  }
  if (newest === undefined) throw new Error("the object opened a line and told nothing");
  return newest;
}
