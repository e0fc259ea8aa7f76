/**
 * `npm start`: runs the server on this machine. Environment: PORT (default 8787), HOST (default 127.0.0.1), TOKEN_SECRET (default: from .dev.vars,
 * generated on first start), CALLS_A_MINUTE (replaces every rate limit in wrangler.toml), WEBHOOKS_PRIVATE (1 allows webhooks over http and to
 * this network; without it, those to this machine while it alone is listened to), PUBLIC_URL (where people reach the server, if a proxy changes it), ADDRESS_HEADER (the header in which that proxy
 * says where a request comes from). ADMIN_SECRET (opens the operator's door, see scripts/admin.ts). Flags: --data DIR (default .data), --bundle DIR to serve an
 * earlier build right away, and --admin to make an ADMIN_SECRET in .dev.vars if there is none.
 */
import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { ROOT } from "./bundle.ts";
import { PortInUseError, startFront } from "./front.ts";
import { DataInUseError, lockData } from "./lock.ts";
import { build, loadBundle, migrate, startServer } from "./server.ts";

const { values: flags } = parseArgs({
  options: { data: { type: "string" }, bundle: { type: "string" }, admin: { type: "boolean" } },
});
const port = Number(process.env.PORT || 8787);
const host = process.env.HOST || "127.0.0.1";
const callsAMinute = process.env.CALLS_A_MINUTE ? Number(process.env.CALLS_A_MINUTE) : undefined;
const dataDir = flags.data ?? join(ROOT, ".data");
/** Addresses that stand for all of this machine, and so name no server. */
const EVERYWHERE = ["0.0.0.0", "::"];

const LOOPBACK = /^(127\..*|::1|localhost)$/;

/** What runs already, newest last: all of it ends with the process. */
const running: { close(): Promise<void> }[] = [];
/** How long that may take, in milliseconds. */
const PATIENCE = 10_000;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

try {
  await start();
} catch (error) {
  if (error instanceof PortInUseError)
    console.error(`${error.message}. Stop the program that uses it, or choose another port: PORT=8788 npm start`);
  else if (error instanceof DataInUseError)
    console.error(`${error.message}. Stop it, or choose another folder: npm start -- --data DIR`);
  else throw error;
  process.exit(1);
}

/** Ends all that runs, also what is only starting: the children of this process end with it. */
function stop(): void {
  setTimeout(() => process.exit(1), PATIENCE).unref();
  const closing = running.splice(0).reverse();
  void closing
    .reduce((before, each) => before.then(() => each.close()), Promise.resolve())
    .finally(() => process.exit(0));
}

async function start(): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    console.error(`PORT must be a whole number from 0 to 65535, not ${process.env.PORT}`);
    process.exit(1);
  }
  if (callsAMinute !== undefined && !(Number.isInteger(callsAMinute) && callsAMinute > 0)) {
    console.error(`CALLS_A_MINUTE must be a whole number above 0, not ${process.env.CALLS_A_MINUTE}`);
    process.exit(1);
  }
  const front = await startFront({ port, host, addressHeader: process.env.ADDRESS_HEADER?.toLowerCase() });
  running.push(front, lockData(dataDir));
  const publicUrl = process.env.PUBLIC_URL || (EVERYWHERE.includes(host) ? undefined : front.url);
  const { TOKEN_SECRET: secret, ...vars } = await readVars();
  if (flags.bundle === undefined) console.log("Building the server and updating its data...");
  const [bundle] =
    flags.bundle === undefined ? await Promise.all([build(), migrate(dataDir)]) : [await loadBundle(flags.bundle)];
  const server = await startServer({
    dataDir,
    secret,
    vars: { ...(publicUrl && { PUBLIC_URL: publicUrl.replace(/\/+$/, "") }), ...vars },
    bundle,
    callsAMinute,
    migrated: flags.bundle === undefined,
  });

  running.push(server);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Miniflare's own listeners would end the process before the runtime has closed its databases.
    process.removeAllListeners(signal);
    process.once(signal, stop);
  }
  front.serve(new URL(server.url));
  const url = new URL(front.url);
  console.log(`
Trix is running at ${front.url}

  Start here           ${front.url}/docs
  API description      ${front.url}/openapi.json
  Watch a game         ${url.port === "8787" ? "" : `TRIX_URL=${front.url} `}npm run demo
  Try a request        curl ${front.url}/healthz

Data is stored in ${relative(process.cwd(), dataDir) || "."}. Press Ctrl+C to stop.
`);
}

/** The variables in .dev.vars, which `wrangler dev` also reads, with a TOKEN_SECRET that survives restarts. */
async function readVars(): Promise<Record<string, string> & { TOKEN_SECRET: string }> {
  const file = join(ROOT, ".dev.vars");
  const text = await readFile(file, "utf8").catch(() => "");
  const vars = parseEnv(text) as Record<string, string>;
  let separator = text === "" || text.endsWith("\n") ? "" : "\n";
  const make = async (name: string): Promise<string> => {
    const made = randomBytes(32).toString("hex");
    await appendFile(file, `${separator}${name}=${made}\n`, { mode: 0o600 });
    separator = "";
    return made;
  };
  const secret = process.env.TOKEN_SECRET || vars.TOKEN_SECRET || (await make("TOKEN_SECRET"));
  const admin =
    process.env.ADMIN_SECRET || vars.ADMIN_SECRET || (flags.admin === true ? await make("ADMIN_SECRET") : "");
  // Whoever can reach this server is on this machine already, and so may be called there.
  const reach = process.env.WEBHOOKS_PRIVATE || vars.WEBHOOKS_PRIVATE || (LOOPBACK.test(host) ? "loopback" : "");
  return {
    ...vars,
    ...(admin && { ADMIN_SECRET: admin }),
    ...(reach && { WEBHOOKS_PRIVATE: reach }),
    TOKEN_SECRET: secret,
  };
}
