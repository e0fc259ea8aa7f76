/** The rules that a text says: its preset, and one tag for each option that differs. */

import { type NotationFault, Refused, refuse } from "./notation-fault.ts";
import type { OptionSpec } from "./option.ts";
import { OPTIONS } from "./options.ts";
import { quote } from "./quote.ts";
import { type Rules, resolveRecorded } from "./rules.ts";
import type { Tag } from "./tokens.ts";

/** The full set that the tags stand for. Throws `Refused` with the line of the tag that is to blame. */
export function readRuleTags(preset: Tag | undefined, options: readonly Tag[]): Rules {
  const request: Record<string, unknown> = { preset: preset?.value ?? "trix" };
  const said = new Map<string, { value: string; line: number }>();
  if (preset !== undefined) said.set("preset", preset);
  for (const tag of options) {
    const at = tag.value.indexOf("=");
    if (at < 0) refuse(`An option must be written as name=value, not ${quote(tag.value)}.`, tag.line);
    const name = tag.value.slice(0, at).trim();
    const option = OPTIONS.find((each) => each.name === name);
    if (option === undefined) refuse(`There is no rule option ${quote(name)}.`, tag.line);
    if (said.has(name)) refuse(`The option ${name} is there twice.`, tag.line);
    const text = tag.value.slice(at + 1).trim();
    said.set(name, { value: text, line: tag.line });
    const value = readValue(option.spec.kind, text);
    const [group, key] = name.split(".");
    if (key === undefined) request[group] = value;
    else request[group] = { ...(request[group] as object | undefined), [key]: value };
  }
  const resolved = resolveRecorded(request);
  if (resolved.ok) return resolved.rules;
  const { option, code, message } = resolved.errors[0];
  const blamed = said.get(option);
  throw new Refused({
    deal: null,
    trick: null,
    pointer: "",
    // An option that is missing has no line: it is the mode that requires it.
    line: (blamed ?? said.get("mode"))?.line ?? null,
    code: "bad_rules",
    message:
      code === "out_of_range" && blamed !== undefined
        ? `${message.replace(/\.$/, "")}, not ${quote(blamed.value)}.`
        : message,
  } satisfies NotationFault);
}

/** A value as a request has it. What is not of the option's kind stays a text, which no option takes there. */
function readValue(kind: OptionSpec["kind"], text: string): unknown {
  switch (kind) {
    case "flag":
      return text === "true" ? true : text === "false" ? false : text;
    case "integer":
      return readInteger(text);
    case "integers":
      return text.split(",").map((item) => readInteger(item.trim()));
    case "choices":
      return text.split(",").map((item) => item.trim());
    case "choice":
      return text;
  }
}

const readInteger = (text: string): unknown => (/^(0|-?[1-9][0-9]{0,6})$/.test(text) ? Number(text) : text);
