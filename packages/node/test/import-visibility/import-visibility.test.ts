import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openImport } from "../../src/modules/export/import/run-import.ts";
import { forEachDatabase } from "../support/databases.ts";
import { everyNth } from "../support/full.ts";
import { openOwnerFixture } from "../support/owner-fixture.ts";

const folder = fileURLToPath(new URL("./private/", import.meta.url));

/** The expected state of each entry of the small inputs in `private/`: one line each, in `expected.tsv`. */
async function readExpected(): Promise<Map<string, readonly string[][]>> {
  const text = await readFile(fileURLToPath(new URL("./expected.tsv", import.meta.url)), "utf8");
  const rows = text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
  return new Map(Object.entries(Object.groupBy(rows, ([input = ""]) => input)) as [string, string[][]][]);
}

forEachDatabase((_name, open) => {
  it("makes public only what a rule of its program says is public", async () => {
    const expected = await readExpected();
    expect([...expected.values()].flat().length).toBeGreaterThan(60);
    await using fixture = await openOwnerFixture(await open());
    const { db } = fixture.context.store;
    for (const [input, rows] of everyNth([...expected], 3)) {
      const found = await openImport(join(folder, input)).catch(() => null);
      const report = await found?.run({ ...fixture.context, peers: null as never }, {});
      await found?.close();
      const states = await db
        .selectFrom("publications")
        .innerJoin("imports", "imports.publicationId", "publications.id")
        .select(["imports.key", "publications.state"])
        .where("imports.format", "=", found?.format ?? "")
        .execute();
      const keyOf = (entry: string) => entry.replace(/^https?:\/\//, "");
      const stateOf = (entry: string) => states.find(({ key }) => key === keyOf(entry))?.state;
      const names = { local: "public", draft: "draft", signed: "signed" } as const;
      const actual = rows.map(([, entry = "", flag = ""]) => {
        const state = stateOf(entry);
        return [input, entry, flag, state ? names[state] : "left out"];
      });
      expect(actual).toEqual(rows);
      const countOf = (state: string) => report?.reasons.filter((one) => one.state === state) ?? [];
      const sum = (state: string) => countOf(state).reduce((all, { count }) => all + count, 0);
      expect([sum("public"), sum("draft")]).toEqual([
        (report?.taken.posts ?? 0) + (report?.taken.pages ?? 0),
        report?.taken.drafts ?? 0,
      ]);
      // An entry that is not in the table is not public.
      expect(report?.taken.posts ?? 0).toBeLessThanOrEqual(
        rows.filter(([, , , state]) => state === "public").length,
      );
      // WordPress and Ghost name their entries alike in each file.
      await db.deleteFrom("imports").execute();
    }
  }, 600_000);
});
