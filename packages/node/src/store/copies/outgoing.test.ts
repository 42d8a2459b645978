import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { neverCalled, type Outgoing, outgoing } from "./outgoing.ts";

/** Names of columns that hold the address of a site, a node or a person. */
const isAddress = /(^|_)(url|uri|host|domain|address|endpoint|callback|source|target|receipt|email|rp)(_|$)/;
/** The dialects' own, and the search's index. */
const derived = /^(search_(index|everything|readers).*|sqlite_.*)$/;

const declared = new Map<string, Outgoing | null>(Object.entries(outgoing));

forEachDatabase((_name, open) => {
  it("knows of each table and each address in it whether somebody is called because of it", async () => {
    const store = await open();
    const tables = (await store.db.introspection.getTables()).filter(({ name }) => !derived.test(name));
    expect([...declared.keys()].sort()).toEqual(tables.map(({ name }) => name).sort());
    const texts = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => isAddress.test(column.name) && !/int/i.test(column.dataType))
        .map((column) => `${name}.${column.name}`),
    );
    const called = [...declared].flatMap(([name, service]) =>
      (service?.columns ?? []).map((column) => `${name}.${column}`),
    );
    const known = [...called, ...Object.keys(neverCalled)];
    expect(texts.filter((column) => !known.includes(column))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
    const all = new Set(
      tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
    );
    const changed = [...declared].flatMap(([name, service]) =>
      typeof service?.off === "object" ? Object.keys(service.off).map((column) => `${name}.${column}`) : [],
    );
    expect([...known, ...changed].filter((column) => !all.has(column))).toEqual([]);
  });
});
