import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { listTables, type Table } from "./list-tables.ts";

/** Names of columns that hold the address of a site, a node or a person. */
const isAddress = /(^|_)(url|uri|host|domain|address|endpoint|callback|source|target|receipt|email|rp)(_|$)/;
/** The dialects' own, and the search's index. */
const derived = /^(search_(index|everything|readers).*|sqlite_.*)$/;

/** Names of columns with a time. */
const isTime = /(_at|since|timestamp|_time|until)$/;

const tables = listTables();
const columnsOf = (pick: (table: Table) => readonly string[]) =>
  tables.flatMap((table) => pick(table).map((column) => `${table.name}.${column}`));

forEachDatabase((_name, open) => {
  const readThere = async () =>
    (await (await open()).db.introspection.getTables()).filter(({ name }) => !derived.test(name));

  it("knows every table and its key", async () => {
    const there = await readThere();
    expect(tables.map(({ name }) => name).sort()).toEqual(there.map(({ name }) => name).sort());
    const all = there.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    const named = columnsOf(({ key, inBackup }) => [
      ...key,
      ...(typeof inBackup === "boolean" ? [] : inBackup),
    ]);
    expect(named.filter((column) => !all.includes(column))).toEqual([]);
  });

  it("knows of each address in a table whether somebody is called because of it", async () => {
    const there = await readThere();
    const texts = there.flatMap(({ name, columns }) =>
      columns
        .filter((column) => isAddress.test(column.name) && !/int/i.test(column.dataType))
        .map((column) => `${name}.${column.name}`),
    );
    const known = columnsOf(({ calls, neverCalled = {} }) => [
      ...(calls?.columns ?? []),
      ...Object.keys(neverCalled),
    ]);
    expect(texts.filter((column) => !known.includes(column))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
    const all = there.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    const changed = columnsOf(({ calls }) => (typeof calls?.off === "object" ? Object.keys(calls.off) : []));
    expect([...known, ...changed].filter((column) => !all.includes(column))).toEqual([]);
  });

  it("says of every time in the tables whether something waits for it", async () => {
    const found = (await readThere()).flatMap(({ name, columns }) =>
      columns
        .filter((column) => isTime.test(column.name) && /int/i.test(column.dataType))
        .map((column) => `${name}.${column.name}`),
    );
    const declared = columnsOf(({ times = {} }) => Object.keys(times));
    expect(found.filter((column) => !declared.includes(column))).toEqual([]);
    // SQLite does not list a column that it computes.
    const computed = ["publications.sort_time"];
    expect(declared.filter((column) => !found.includes(column) && !computed.includes(column))).toEqual([]);
  });
});
