import { env } from "cloudflare:workers";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "../../src/history/schema.ts";

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

const tables = Object.values(schema)
  .filter((value): value is typeof value & SQLiteTable => is(value, SQLiteTable))
  .map((table) => getTableConfig(table));

test.each(tables)(
  "drizzle and the migrations agree on table $name",
  async ({ name, columns, primaryKeys, indexes }) => {
    const { results } = await env.DB.prepare(`SELECT * FROM pragma_table_info('${name}') ORDER BY cid`).all<Column>();
    expect(
      columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notnull: Number(column.notNull),
      })),
    ).toEqual(results.map(({ name: column, type, notnull }) => ({ name: column, type, notnull })));
    const key =
      primaryKeys[0]?.columns.map((column) => column.name) ??
      columns.filter((column) => column.primary).map((column) => column.name);
    expect(key).toEqual(
      results
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
    );
    const found = await env.DB.prepare(
      `SELECT name FROM pragma_index_list('${name}') WHERE origin = 'c' ORDER BY name`,
    ).all<{ name: string }>();
    expect(indexes.map((index) => index.config.name).sort()).toEqual(found.results.map((index) => index.name));
  },
);

test("every table of the migrations is known to drizzle, strict and without row ids", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
  ).all<{ name: string; wr: number; strict: number }>();
  const own = results.filter(({ name }) => !/^(sqlite_|_cf_|d1_)/.test(name));
  expect(own.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
  expect(own.every(({ wr, strict }) => wr === 1 && strict === 1)).toBe(true);
});
