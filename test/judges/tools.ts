/** Runs the tools that are installed in this folder. */

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = dirname(fileURLToPath(import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a tool by its name in node_modules/.bin, in this folder or `cwd`, and waits for its end. */
export function runTool(name: string, args: readonly string[], cwd = HERE): Promise<Ended> {
  // By the Node that runs the tests: a machine's own may be too old for a tool.
  const child = spawn(process.execPath, [join(HERE, "node_modules/.bin", name), ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // None of them is to ask its makers' servers for anything.
    env: {
      ...process.env,
      NO_COLOR: "1",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      CI: "true",
    },
  });
  let stdout = "",
    stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => {
      done({ code, stdout, stderr });
    });
  });
}

/** The same, and throws with all that it printed where it does not end well. */
export async function mustRun(name: string, args: readonly string[], cwd?: string): Promise<Ended> {
  const ended = await runTool(name, args, cwd);
  if (ended.code !== 0)
    throw new Error(`${name} ${args.join(" ")} ended with ${ended.code}\n${ended.stdout}\n${ended.stderr}`);
  return ended;
}
