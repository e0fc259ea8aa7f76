/** How the reference shows a schema of the API description: types as words, fields as a list, names as links. */

import { escaped, inline } from "../src/http/pages/guide/page.ts";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  example?: unknown;
  default?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** The name of the component that a schema refers to, if it does. */
const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);

/** Whether a component has a part of its own: whatever has fields or kinds. All others are said in a word where they stand. */
export const hasPart = ({ properties, oneOf, anyOf }: Schema): boolean =>
  properties !== undefined || oneOf !== undefined || anyOf !== undefined;

/** The type in words, as HTML. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const name = nameOf(schema);
  if (name !== undefined)
    return hasPart(schemas[name]) ? `<a href="#schema-${name}">${name}</a>` : typeOf(schemas[name], schemas);
  const kinds = schema.oneOf ?? schema.anyOf;
  if (kinds !== undefined) return [...new Set(kinds.map((each) => typeOf(each, schemas)))].join(" or ");
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escaped(JSON.stringify(value))}</code>`).join(" or ");
  const types = [schema.type ?? "any"].flat();
  return types.map((type) => plainType(type, schema, schemas)).join(" or ");
}

function plainType(type: string, schema: Schema, schemas: Schemas): string {
  if (type === "array") {
    const { items = {}, minItems, maxItems } = schema;
    const size = range(minItems, maxItems);
    return `array of ${typeOf(items, schemas)}${size === "" ? "" : ` (${size})`}`;
  }
  if (type === "integer" || type === "number") {
    const bounds = range(schema.minimum, schema.maximum);
    return bounds === "" ? type : `${type}, ${bounds}`;
  }
  if (type === "string" && schema.format === "date-time") return "timestamp";
  if (type === "string" && schema.maxLength !== undefined)
    return `string, ${range(schema.minLength, schema.maxLength)} characters`;
  if (type === "object" && typeof schema.additionalProperties === "object" && schema.properties === undefined)
    return `object of ${typeOf(schema.additionalProperties, schemas)}`;
  return type;
}

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return from === to ? String(from) : `${from} to ${to}`;
  if (to !== undefined) return `at most ${to}`;
  return from !== undefined && from > 0 ? `at least ${from}` : "";
}

/** What a field means: its own words, or those of the component that it refers to. */
const meaningOf = (schema: Schema, schemas: Schemas): string => {
  const name = nameOf(schema);
  return schema.description ?? (name === undefined ? "" : (schemas[name].description ?? ""));
};

/** The fields of an object, those of objects within it below them, as HTML; empty where it has none. */
export function fields(schema: Schema, schemas: Schemas): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) === true;
    const meaning = inline(meaningOf(field, schemas));
    const inner = field.items?.properties === undefined ? field : field.items;
    return `<dt><code>${escaped(name)}</code> <span class="type">${typeOf(field, schemas)}</span>${isRequired ? "" : ' <span class="optional">optional</span>'}</dt><dd>${meaning}${fields(inner, schemas)}</dd>`;
  });
  return rows.length === 0 ? "" : `<dl class="fields">${rows.join("")}</dl>`;
}

/** An example of the schema, made of the examples in the description; `undefined` where it has none. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.example !== undefined) return schema.example;
  const name = nameOf(schema);
  return name === undefined ? undefined : exampleOf(schemas[name], schemas);
}
