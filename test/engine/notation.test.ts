import { describe, expect, test } from "vitest";
import {
  dealsSeen,
  isFinished,
  type MatchRecord,
  makeNotation,
  type NotationFault,
  parseNotation,
  type RecordedDeal,
  type Seat,
} from "../../src/engine/index.ts";
import {
  checkMutants,
  checkRoundTrips,
  LENIENT,
  movedMatch,
  randomRecord,
  recordAround,
  roundTrip,
  seenBy,
} from "../support/notations.ts";
import { SEATS } from "../support/play.ts";
import { randomFrom } from "../support/random.ts";
import { CHOICES, PRESET_NAMES, randomRules, requestOf } from "../support/random-rules.ts";

/** The record of a whole match of preset trix in one kingdom, in order of deals as random players name them. */
function wholeMatch(request: object = { kingdoms: 1 }): { record: MatchRecord; text: string } {
  for (let i = 0; ; i++) {
    const record = randomRecord(`whole ${i}`, { ...request });
    if (record.result !== null) return { record, text: makeNotation(record) };
  }
}

const reads = (text: string): MatchRecord => {
  const read = parseNotation(text);
  if (!read.ok) throw new Error(`refused: ${JSON.stringify(read.fault)}\n${text}`);
  return JSON.parse(JSON.stringify(read.record)) as MatchRecord;
};
const faultOf = (text: string): NotationFault => {
  const read = parseNotation(text);
  if (read.ok) throw new Error(`taken:\n${text}`);
  expect(read.fault.message).toMatch(/\w/);
  return read.fault;
};

describe("both ways without loss", () => {
  test("random matches under random option sets, finished or not, with hard names: no field and no byte is lost", () => {
    const tally = checkRoundTrips(100);
    expect(tally.matches).toBe(100);
    // What a loss would hide in must have been there.
    for (const many of [tally.unfinished, tally.revokes, tally.redeals, tally.marked]) expect(many).toBeGreaterThan(5);
  });

  test("tie-break deals, one to three of them, and the redeals in them", () => {
    const points = { kingOfHearts: 0, queen: 0, diamond: 0, trick: 0 };
    const flat = { points, layoutPoints: [0, 0, 0, 0], kingdoms: 1, mode: "complex", redeal: { longHearts: true } };
    const tiebreaks = Array.from({ length: 12 }, (_, i) => {
      const tie = { ...flat, tiebreak: "king_of_hearts_deal", tiebreakDeals: 1 + (i % 3) };
      const record = randomRecord(`tie ${i}`, tie);
      roundTrip(record);
      return record.deals.filter((deal) => deal.tiebreak).length;
    });
    expect(new Set(tiebreaks)).toEqual(new Set([0, 1, 2, 3]));
  });

  test("every value of every option, alone and beside every preset: no option is left unsaid that makes a difference", () => {
    const practice = { "practice.contracts": ["trix", "queens"], "practice.deals": 2 };
    for (const preset of PRESET_NAMES)
      for (const [name, values] of Object.entries(CHOICES))
        for (const value of values) {
          const rules = requestOf({ preset, [name]: value, ...(value === "practice" ? practice : {}) });
          const random = randomFrom(`${preset} ${name} ${value}`);
          const { rules: full } = movedMatch(
            { ...rules, ...(value === "practice" ? {} : { kingdoms: 1, mode: name === "mode" ? value : "complex" }) },
            random,
          );
          roundTrip(recordAround([], full, null, null, "playing", random));
        }
  });

  test("a preset's name means its first edition for good: what it came to imply later is said, and a text that lacks it keeps its score", () => {
    const partners = { preset: "jordan", partnership: "opposite", kingdoms: 1 };
    const today = wholeMatch(partners);
    expect(today.record.rules.doubling.selfCapture).toBe("double");
    expect(today.text).toContain('[Option "doubling.selfCapture=double"]');
    const first = wholeMatch({ ...partners, doubling: { selfCapture: "leader_gains" } });
    expect(first.text).not.toContain("selfCapture");
    expect(reads(first.text).rules.doubling.selfCapture).toBe("leader_gains");
  });

  test("a seat's replay at any moment, hands it does not know and its own doubling answers included", () => {
    for (let i = 0; i < 30; i++) {
      const random = randomFrom(`seen ${i}`);
      const { rules, firstDealer, events } = movedMatch(
        { ...randomRules(random), mode: "complex", kingdoms: 1, practice: undefined },
        random,
      );
      for (const audience of [...SEATS, "public"] as (Seat | "public")[]) {
        const at = 1 + random.below(events.length - 1);
        const deals = dealsSeen(
          events.slice(0, at).map((event) => seenBy(event, audience)),
          audience,
        );
        roundTrip(recordAround(deals, rules, firstDealer, null, "playing", random));
      }
      // Between the last deal's points and the result of the match nobody has won yet.
      const scored = events.findLastIndex(({ type }) => type === "deal_scored") + 1;
      roundTrip(
        recordAround(
          dealsSeen(
            events.slice(0, scored).map((event) => seenBy(event, "public")),
            "public",
          ),
          rules,
          firstDealer,
          null,
          "playing",
          random,
        ),
      );
    }
  });

  test("answers to a doubling in turn, read while it still runs: each stays with its seat, whoever came first", () => {
    const seen = ({ deals }: MatchRecord) => deals.at(-1)!;
    let met = 0;
    for (let i = 0; i < 60; i++) {
      const random = randomFrom(`in turn ${i}`);
      const { rules, firstDealer, events } = movedMatch(
        { kingdoms: 1, mode: "complex", doubling: { order: "sequential" } },
        random,
      );
      const closed = events.findIndex(({ type }) => type === "doubling_closed");
      const deals = dealsSeen(
        events.slice(0, closed).map((event) => seenBy(event, "public")),
        "public",
      );
      const record = recordAround(deals, rules, firstDealer, null, "playing", random);
      if (new Set(seen(record).doubled.map(({ seat }) => seat)).size > 1) met++;
      roundTrip(record);
    }
    expect(met).toBeGreaterThan(2);
  });

  test("a whole match of four kingdoms is a text of 6 kB or less beside its redeals and tie-breaks, in ASCII but for the names", () => {
    const lengths = ["trix", "trex", "pagat", "levant_app", "jordan"].map((preset) => {
      const { record } = wholeMatch({ preset });
      const plain = {
        ...record,
        seats: SEATS.map(() => ({ name: "Amal", kind: "player" as const })),
        deals: record.deals.map((deal) => ({ ...deal, plays: deal.plays.map(({ by: _, ...play }) => play) })),
      };
      const text = makeNotation(plain);
      expect(text).toMatch(/^[\x20-\x7e\n]*$/);
      const redeals = record.deals.reduce((sum, deal) => sum + deal.redeals.length, 0);
      return text.length - redeals * 75 - (record.deals.length - 20) * 300;
    });
    expect(Math.max(...lengths)).toBeLessThan(6_000);
  });
});

describe("lenient in form", () => {
  test.each(Object.entries(LENIENT))("%s: the same record", (_name, rewrite) => {
    for (let i = 0; i < 20; i++) {
      const record = randomRecord(`lenient ${i}`);
      const text = makeNotation(record);
      const other = rewrite(text);
      expect(reads(other), other).toEqual(record);
      expect(makeNotation(reads(other))).toBe(text);
    }
  });

  test("all of it together, and tags that may be missing", () => {
    const { record, text } = wholeMatch();
    const other = [
      "10 for T",
      "lower case",
      "comments in braces and to the end of the line",
      "other white space",
      "lines that end in CR LF",
      "a byte-order mark",
    ].reduce((written, name) => LENIENT[name](written), text.replaceAll("|", ""));
    expect(reads(other)).toEqual(record);
    const bare = reads(text.replace(/^\[(Game|Date|Seat\d|Commit|Result) .*\n/gm, ""));
    expect(bare).toEqual({
      ...record,
      id: "",
      date: "",
      commitment: "",
      seats: SEATS.map(() => ({ name: "", kind: "player" })),
    });
  });

  test("quotes and backslashes in any tag are written so that they can be read again", () => {
    for (const name of ["Game", "Seat2", "Commit"]) {
      for (const value of ['a\\"b', "a\\\\", "\\\\n", '\\\\\\"']) {
        const text = wholeMatch().text.replace(new RegExp(`^\\[${name} .*`, "m"), () => `[${name} "${value}"]`);
        expect(reads(makeNotation(reads(text))), `${name} ${value}`).toEqual(reads(text));
      }
    }
  });
});

describe("strict in what it says", () => {
  const { record, text } = wholeMatch();
  /** The same record with one deal changed, as text. */
  const changed = (index: number, change: (deal: RecordedDeal) => void): string => {
    const copy = structuredClone(record);
    change(copy.deals[index]);
    return makeNotation(copy);
  };
  const tricks = record.deals.findIndex(
    (deal) => !deal.contracts.includes("trix") && !deal.contracts.includes("king_of_hearts"),
  );
  const layout = record.deals.findIndex((deal) => deal.contracts.includes("trix"));
  const label = (index: number) => String(record.deals[index].number);

  test("a card that its seat does not hold is refused with deal and trick", () => {
    const fault = faultOf(
      changed(tricks, ({ plays }) => {
        Object.assign(plays[20], { card: (plays[21] as { card: string }).card });
      }),
    );
    expect(fault).toMatchObject({ deal: label(tricks), trick: 6, code: "card_not_in_hand" });
  });

  test("a card played twice by the same seat is refused with deal and trick", () => {
    const fault = faultOf(
      changed(tricks, ({ plays }) => {
        const later = plays.findIndex((play, i) => i > 23 && play.seat === plays[0].seat);
        Object.assign(plays[later], { card: (plays[0] as { card: string }).card });
      }),
    );
    expect(fault).toMatchObject({ deal: label(tricks), code: "card_not_in_hand" });
    expect(fault.trick).toBeGreaterThanOrEqual(7);
  });

  test("a card that does not follow suit is refused with deal and trick", () => {
    const { plays } = record.deals[tricks];
    // A later card of another suit changes places with one that followed.
    const suit = (i: number) => (plays[i] as { card: string }).card[1];
    const at = plays.findIndex(
      (play, i) =>
        i % 4 > 0 &&
        suit(i) === suit(i - (i % 4)) &&
        plays.some((other, j) => j > i && other.seat === play.seat && suit(j) !== suit(i)),
    );
    const other = plays.findIndex((play, j) => j > at && play.seat === plays[at].seat && suit(j) !== suit(at));
    const fault = faultOf(
      changed(tricks, (deal) => {
        [deal.plays[at], deal.plays[other]] = [deal.plays[other], deal.plays[at]];
      }),
    );
    expect(fault).toMatchObject({ deal: label(tricks), trick: Math.floor(at / 4) + 1, code: "must_follow_suit" });
  });

  test("a card that does not fit into the layout is refused with its deal", () => {
    const fault = faultOf(
      changed(layout, ({ plays, hands }) => {
        const { seat } = plays[0];
        Object.assign(plays[0], { card: hands[seat]!.find((card) => !card.startsWith("J")) });
      }),
    );
    expect(fault).toMatchObject({ deal: label(layout), code: "not_playable_on_layout" });
  });

  test("wrong points are refused with their deal and both figures", () => {
    const fault = faultOf(
      changed(tricks, (deal) => {
        deal.points[0] += 5;
        deal.points[1] -= 5;
      }),
    );
    expect(fault).toMatchObject({ deal: label(tricks), code: "does_not_match" });
    expect(fault.message).toContain(JSON.stringify(record.deals[tricks].points));
  });

  test("a wrong king is refused with its deal", () => {
    const fault = faultOf(
      changed(1, (deal) => {
        deal.king = ((deal.king + 1) % 4) as Seat;
      }),
    );
    expect(fault.deal).toBe("2");
  });

  test("a wrong result is refused, and one that the deals do not reach", () => {
    const wrong = faultOf(text.replace(/\[Result ".*"\]/, '[Result "1 2 3 4"]'));
    expect(wrong).toMatchObject({ code: "does_not_match", message: expect.stringContaining("1 2 3 4") });
    const short = faultOf(makeNotation({ ...record, deals: record.deals.slice(0, 3) }));
    expect(short.code).toBe("incomplete");
  });

  test("a missing play is refused with deal and trick; so is the rest of a deal that does not come", () => {
    const last = faultOf(
      changed(tricks, ({ plays }) => {
        plays.pop();
      }),
    );
    const written = Math.floor((record.deals[tricks].plays.length - 1) / 4) + 1;
    expect(last).toMatchObject({ deal: label(tricks), trick: written, code: "incomplete" });
    const amid = faultOf(
      changed(tricks, ({ plays }) => {
        plays.splice(9, 1);
      }),
    );
    expect(amid.deal).toBe(label(tricks));
    expect(amid.trick).toBeGreaterThanOrEqual(3);
  });

  test("a contract named twice, a deal left out, a hand with a card of another: refused with the deal", () => {
    expect(
      faultOf(
        changed(1, (deal) => {
          deal.contracts = record.deals[0].contracts;
        }),
      ).deal,
    ).toBe("2");
    expect(faultOf(makeNotation({ ...record, result: null, deals: record.deals.toSpliced(1, 1) })).deal).toBe("3");
    expect(
      faultOf(
        changed(2, ({ hands }) => {
          hands[0]![0] = hands[1]![0];
        }),
      ),
    ).toMatchObject({ deal: "3", code: "bad_hands" });
  });

  test("what no release knows is refused by its line: another version, an unknown option, a preset, a value out of range", () => {
    expect(faultOf(text.replace('[Trix "1"]', '[Trix "2"]'))).toMatchObject({ code: "syntax", line: 1 });
    expect(faultOf(text.replace("kingdoms=1", "kingdom=1"))).toMatchObject({
      code: "syntax",
      line: text.split("\n").findIndex((line) => line.includes("kingdoms=1")) + 1,
    });
    expect(faultOf(text.replace('[Rules "trix"]', '[Rules "constructor"]')).code).toBe("bad_rules");
    expect(faultOf(text.replace("kingdoms=1", "kingdoms=5")).code).toBe("bad_rules");
    expect(faultOf("").message).toContain('[Trix "1"]');
  });

  test("a doubling that nobody can have been asked for is refused even in a deal that still runs, or kept", () => {
    const { text: open } = wholeMatch({ kingdoms: 1, doubling: { enabled: false } });
    const running = open
      .slice(0, open.indexOf("\n  ="))
      .replace(/\[Result .*/, '[Result "*"]')
      .concat("\n  d KH - - -\n");
    const read = parseNotation(running);
    if (read.ok) expect(reads(makeNotation(read.record))).toEqual(reads(running));
  });
});

describe("mutated texts", () => {
  test("a record or a fault with a message, never an exception, soon; and what is taken survives writing and reading", () => {
    const fuzz = checkMutants(3_000);
    expect(fuzz.refused).toBeGreaterThan(1_000);
    expect(fuzz.accepted).toBeGreaterThan(100);
  });

  test("long texts of one kind take no longer: brackets, braces, quotes, words, tags, hands, deals", () => {
    const head = '[Trix "1"]\n';
    for (const part of [
      "[",
      "{",
      '"',
      "\\",
      '[Seat0 "',
      '[Seat0 "\\',
      "[ ",
      "\u200b",
      "[A\u200b",
      '[A "v"\u200b',
      "AKQJ",
      "2S ",
      "1. ",
      ";",
      "r 0 ? ? ? ?\n",
      "d - - - - ",
      '[Option "kingdoms=1"]',
      "1. 0 k ? ? ? ? = 0 0 0 0\n",
      "10",
      "-",
      " ",
      "\n",
    ]) {
      for (const start of [head, `${head}1. 0 k ? ? ? ?\n`]) {
        // Not how long it takes, which the machine decides: eight times the text, and not sixty-four times the work.
        const cost = (length: number) => {
          const text = start + part.repeat(length / part.length);
          return Math.min(
            ...Array.from({ length: 3 }, () => {
              const since = performance.now();
              parseNotation(text);
              return performance.now() - since;
            }),
          );
        };
        // Another process may hold the machine for a while: work that grows with the square is slow every time.
        const ratio = () => cost(96_000) / Math.max(cost(12_000), 0.5);
        let least = ratio();
        for (let again = 0; again < 4 && least >= 32; again++) least = Math.min(least, ratio());
        expect(least, JSON.stringify(part)).toBeLessThan(32);
      }
    }
  });
});

test("a record tells apart the deals that are over from the one that is not", () => {
  for (const { deals } of [randomRecord("over 1"), randomRecord("over 2")]) expect(deals.every(isFinished)).toBe(true);
});
