/** The pure parts of a webhook: where it may go, how it signs, when it tries again, what it reads in an answer. */

import { describe, expect, test } from "vitest";
import { addressFault, tidyAddress } from "../src/webhook/address.ts";
import { answerIn, decisionBody, isVerified, verificationBody } from "../src/webhook/payload.ts";
import { LONGEST_HOLD_MS, mostTries, nextTry, PAUSES_MS, retryAfter } from "../src/webhook/schedule.ts";
import { newSecret, OVERLAP_MS, overlapAt, rotated, sign, signatureHeaders } from "../src/webhook/signature.ts";

describe("an address is", () => {
  test.each([
    "https://example.com",
    "https://bot.example.com/trix?key=1",
    "https://example.com:8443/",
    "https://example.com:443/",
    "https://example.com.:1024/x",
    "https://8.8.8.8/",
    "https://172.15.0.1/",
    "https://172.32.0.1/",
    "https://100.63.0.1/",
    "https://100.128.0.1/",
    "https://[2606:4700::1111]/",
    "https://xn--bcher-kva.example.org/",
    "HTTPS://EXAMPLE.COM",
    "https://internal.example.com/",
    "https://localhost.example.com/",
    "https://[2001:4860:4860::8888]/",
  ])("taken where it is public: %s", (url) => {
    expect(addressFault(url, "public")).toBeNull();
  });

  test.each([
    // Every notation of an IPv4 address that URL parsing takes.
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://127.0.0.1./",
    "https://①②⑦.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://0.0.0.0/",
    "https://0/",
    "https://10.1.2.3/",
    "https://100.64.0.1/",
    "https://100.127.255.255/",
    "https://169.254.169.254/latest/meta-data",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://192.0.0.1/",
    "https://192.0.2.1/",
    "https://192.88.99.1/",
    "https://198.18.0.1/",
    "https://198.19.255.255/",
    "https://198.51.100.7/",
    "https://203.0.113.7/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:10.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[64:ff9b:1::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[4000::1]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://bot.localhost/",
    "https://printer/",
    "https://router.local/",
    "https://db.internal/",
    "https://metadata.google.internal/",
    "https://nas.lan/",
    "https://x.home.arpa/",
  ])("refused where it is not: %s", (url) => {
    expect(addressFault(url, "public")).toBe("private");
    expect(addressFault(url, "anywhere")).toBeNull();
  });

  test.each([
    ["http://example.com/", "not_https"],
    ["https://me@example.com/", "credentials"],
    ["https://me:word@example.com/", "credentials"],
    ["https://:word@example.com/", "credentials"],
    ["https://example.com:22/", "port"],
    ["https://example.com:80/", "port"],
    ["ftp://example.com/", "malformed"],
    ["javascript:alert(1)", "malformed"],
    ["file:///etc/passwd", "malformed"],
    ["example.com", "malformed"],
    ["", "malformed"],
    ["https://", "malformed"],
    ["https://example.com:99999/", "malformed"],
    ["https://[::1", "malformed"],
    ["https://1.2.3.256/", "malformed"],
    [`https://example.com/${"x".repeat(1000)}`, "malformed"],
  ])("refused for what it is: %s is %s", (url, fault) => {
    expect(addressFault(url, "public")).toBe(fault);
  });

  test.each([
    ["http://127.0.0.1:8080/hook", null],
    ["http://localhost/", null],
    ["http://me:word@localhost/", "credentials"],
    ["ftp://localhost/", "malformed"],
  ])("on a server of one's own looser, but not without bounds: %s", (url, fault) => {
    expect(addressFault(url, "anywhere")).toBe(fault);
  });
});

test.each([
  ["https:example.org", "https://example.org/"],
  ["\thttps://example.org/a", "https://example.org/a"],
  ["https://example.org\\@127.0.0.1/", "https://example.org/@127.0.0.1/"],
  ["HTTPS://EXAMPLE.org:443/A b", "https://example.org/A%20b"],
  ["https://ex\u00adample.org/", "https://example.org/"],
  ["https://bücher.example.org", "https://xn--bcher-kva.example.org/"],
  ["https://example.org/?a=1#b", "https://example.org/?a=1#b"],
])("the address %j is kept as %j", (text, kept) => {
  expect(tidyAddress(text)).toBe(kept);
  expect(tidyAddress(kept)).toBe(kept);
  expect(addressFault(kept, "public")).toBe(addressFault(text, "public"));
});

describe("a signature", () => {
  test("is that of the published example", () => {
    expect(
      sign(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        '{"test": 2432232314}',
      ),
    ).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("goes by id, timestamp and body, in headers of their own", () => {
    const secrets = { secret: newSecret(), old: null, oldUntil: null };
    expect(signatureHeaders(secrets, "dl_a", "{}", 1_700_000_000_999)).toEqual({
      "webhook-id": "dl_a",
      "webhook-timestamp": "1700000000",
      "webhook-signature": sign(secrets.secret, "dl_a", 1_700_000_000, "{}"),
    });
    expect(
      new Set([
        sign(secrets.secret, "dl_a", 1, "{}"),
        sign(secrets.secret, "dl_b", 1, "{}"),
        sign(secrets.secret, "dl_a", 2, "{}"),
        sign(secrets.secret, "dl_a", 1, "[]"),
        sign(newSecret(), "dl_a", 1, "{}"),
      ]).size,
    ).toBe(5);
  });

  test("is made by both secrets for a day after a change, and only by the newest two", () => {
    const first = { secret: newSecret(), old: null, oldUntil: null };
    const second = rotated(first, newSecret(), 1000),
      third = rotated(second, newSecret(), 2000);
    const signers = (at: number) => signatureHeaders(third, "dl_a", "{}", at)["webhook-signature"].split(" ");
    const by = (secret: string, at: number) => sign(secret, "dl_a", Math.floor(at / 1000), "{}");
    expect(signers(2000)).toEqual([by(third.secret, 2000), by(second.secret, 2000)]);
    const end = 2000 + OVERLAP_MS;
    expect(signers(end - 1)).toHaveLength(2);
    expect(signers(end)).toEqual([by(third.secret, end)]);
    expect([overlapAt(third, end - 1), overlapAt(third, end), overlapAt(first, 0)]).toEqual([end, null, null]);
  });
});

describe("what failed is tried again", () => {
  const failed = (tries: number, deadline: number | null = null) => ({
    kind: "decision" as const,
    once: false,
    tries,
    deadline,
  });

  test("after pauses that grow, spread by a fifth, for close to three days", () => {
    for (const [i, pause] of PAUSES_MS.entries()) {
      expect(nextTry(failed(i + 1), 1000, 0)).toBe(1000 + pause * 0.8);
      expect(nextTry(failed(i + 1), 1000, 0.5)).toBe(1000 + pause);
      expect(nextTry(failed(i + 1), 1000, 1)).toBe(1000 + pause * 1.2);
      if (i > 0) expect(pause).toBeGreaterThanOrEqual(PAUSES_MS[i - 1]);
    }
    expect(nextTry(failed(PAUSES_MS.length + 1), 1000, 0)).toBe("exhausted");
    const days = PAUSES_MS.reduce((sum, pause) => sum + pause) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(2.5);
    expect(days).toBeLessThan(3);
  });

  test("never at or after the deadline: half of what is left is waited, until too little is", () => {
    const deadline = 100_000;
    let now = 0;
    const tried: number[] = [];
    for (let tries = 1; ; tries++) {
      const next = nextTry(failed(tries, deadline), now, 0.5);
      if (typeof next !== "number") {
        expect(next).toBe("overdue");
        break;
      }
      now = next;
      tried.push(now);
    }
    expect(tried).toEqual([5000, 35_000, 67_500, 83_750, 91_875]);
    expect(nextTry(failed(1, 5000), 0, 0.5)).toBe("overdue");
    expect(nextTry(failed(1, 5001), 0, 0.5)).toBe(5000);
    expect(nextTry(failed(3, 90_000), 80_000, 0.5)).toBe(85_000);
    expect(nextTry(failed(3, 10), 20, 0.5)).toBe("overdue");
  });

  test("once only where its owner asked for it, and three times for a challenge", () => {
    expect([
      mostTries("test", false),
      mostTries("events", true),
      mostTries("verification", false),
      mostTries("events", false),
    ]).toEqual([1, 1, 3, PAUSES_MS.length + 1]);
    expect(nextTry({ kind: "events", once: true, tries: 1, deadline: null }, 0, 0)).toBe("exhausted");
  });
});

describe("what an endpoint asks for by Retry-After", () => {
  const now = Date.UTC(2026, 10, 30, 12);
  test.each<[string | null, number | null]>([
    [null, null],
    ["120", 120_000],
    [" 1 ", 1000],
    ["0", null],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["2027", 2_027_000],
    ["Mon, 30 Nov 2026 12:02:00 GMT", 120_000],
    ["Monday, 30-Nov-26 12:02:00 GMT", 120_000],
    ["Mon Nov 30 12:02:00 2026", 120_000],
    ["Mon, 30 Nov 2026 11:00:00 GMT", null],
    ["2026-11-30T12:02:00Z", null],
    ["999999999999999999999", LONGEST_HOLD_MS],
    ["Mon, 29 Nov 2027 12:02:00 GMT", LONGEST_HOLD_MS],
  ])("%j is %j milliseconds from now", (header, held) => {
    const at = retryAfter(header, now);
    expect(at === null ? null : at - now).toBe(held);
  });

  test("is kept to, and what it leaves no time for is given up", () => {
    const failed = (tries: number, deadline: number | null = null) =>
      ({ kind: "decision", once: false, tries, deadline }) as const;
    expect(nextTry(failed(1), 0, 0, 120_000)).toBe(120_000);
    expect(nextTry(failed(5), 0, 0.5, 120_000)).toBe(3_600_000);
    expect(nextTry(failed(2, 20_000), 0, 0.5, 15_000)).toBe(15_000);
    expect(nextTry(failed(1, 20_000), 0, 0.5, 20_000)).toBe("overdue");
    expect(nextTry(failed(10), 0, 0, 120_000)).toBe("exhausted");
  });
});

describe("an answer", () => {
  test.each<[string | null, unknown]>([
    ['{"action": "p:7H"}', { action: "p:7H", code: null }],
    ['{"action": "pass", "why": "x"}', { action: "pass", code: null }],
    ['{"action": "p:7X"}', { action: null, code: "unknown_action" }],
    ['{"action": 7}', { action: null, code: "unknown_action" }],
    ['{"action": {"id": "p:7H"}}', { action: null, code: "unknown_action" }],
    ['{"action": null}', null],
    ["{}", null],
    ["[]", null],
    ["null", null],
    ["7", null],
    ["", null],
    [null, null],
    ["<html>", null],
    ['{"__proto__": {"action": "p:7H"}}', null],
    ['{"action": "P:7H"}', { action: null, code: "unknown_action" }],
  ])("%j says %j", (text, note) => {
    expect(answerIn(text)).toEqual(note);
  });

  test("verifies by the challenge itself and nothing else", () => {
    const facts = {
      id: "wh_a",
      game: "gm_a",
      player: "pl_a",
      audience: "public" as const,
      url: "https://example.com/?secret",
      since: 1,
    };
    const sent = verificationBody(facts, "abc", 0);
    expect(JSON.parse(sent)).toEqual({
      type: "verification",
      hook: "wh_a",
      game: "gm_a",
      audience: "public",
      timestamp: "1970-01-01T00:00:00.000Z",
      challenge: "abc",
    });
    expect(isVerified(sent, '{"challenge": "abc", "more": 1}')).toBe(true);
    for (const answer of [
      '{"challenge": "abd"}',
      '{"challenge": ["abc"]}',
      '"abc"',
      "abc",
      "",
      null,
      "{}",
      sent.replace("abc", "ABC"),
    ])
      expect(isVerified(sent, answer)).toBe(false);
    expect(isVerified("{}", "{}")).toBe(false);
  });
});

test("the actions of a decision have labels in the language of the webhook, in English where it says none", () => {
  const facts = {
    id: "wh_a",
    game: "gm_a",
    player: "pl_a",
    audience: "seat",
    url: "https://bot.example.com",
    since: 1,
  } as const;
  const decision = { id: "5" };
  const view = { version: 5, you: { decision, legalActions: [{ id: "pass", type: "pass" as const }] } };
  const labelIn = (language?: "en" | "de") => {
    const body = decisionBody({ ...facts, ...(language !== undefined && { language }) }, decision, view, 0);
    return (JSON.parse(body) as { view: { you: { legalActions: { label: string }[] } } }).view.you.legalActions[0]
      .label;
  };
  expect([labelIn(), labelIn("en"), labelIn("de")]).toEqual(["Pass", "Pass", "Passen"]);
});
