import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { insertOldAddress } from "../../store/old-addresses.ts";
import { openImport } from "../import/run-import.ts";
import { findRedirect } from "../publications/old-addresses.ts";
import { findPublication } from "../publications/visible.ts";
import { settingNames, settingOf } from "../settings/setting-table.ts";
import { readSettings, updateSettings } from "../settings/settings.ts";
import { writeExport } from "./write.ts";

// Other values than the defaults.
const chosen: Readonly<Record<string, string>> = {
  indexNow: "https://search.example/indexnow",
  defaultLanguage: "zh-Hans",
  defaultTheme: "dark",
  siteTheme: "journal",
  accentHue: "120",
  stylesheet: "p { color: teal }",
  walletConnectProjectId: "abc",
  mailFrom: "me@mail.example",
  newsletterSending: "always",
};

function choose(name: (typeof settingNames)[number]): boolean | string | number {
  const value = settingOf(name).default;
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? value + 1 : (chosen[name] ?? "");
}

async function imported({ context }: OwnerFixture, folder: string) {
  const found = await openImport(folder);
  try {
    return await found?.run({ ...context, peers: null as never }, { isConfirmed: true });
  } finally {
    await found?.close();
  }
}

forEachDatabase((_name, open) => {
  it("takes every setting along, the date on which a post was written, and its old addresses", async () => {
    await using here = await openOwnerFixture(await open());
    await using there = await openOwnerFixture(await open());
    const names = settingNames.filter((name) => name !== "mailTransport");
    await updateSettings(here.context, Object.fromEntries(names.map((name) => [name, choose(name)])));
    const writtenAt = Date.UTC(2014, 0, 2);
    const { id } = await here.post("# Old\n", "local", { writtenAt, isQuiet: true, slug: "old" });
    const signed = await here.sign(id);
    const paths = ["/2014/01/old", "/?p=1"];
    await here.context.store.transaction(async (tx) => {
      for (const path of paths) await insertOldAddress(tx, path, id);
    });
    const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
    try {
      await writeExport(here.context, { folder, withPrivate: true, verifier: [] });
      expect((await imported(there, folder))?.refusals).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await readSettings(there.context)).toEqual(await readSettings(here.context));
    expect(await findPublication(there.context, { slug: "old" })).toEqual(signed);
    for (const path of paths) expect(await findRedirect(there.context, path)).toBe("/slug/old");
  });

  it("takes what version 0.2.0 exported", async () => {
    await using fixture = await openOwnerFixture(await open());
    fixture.context.clock.advance(20 * 365 * 86_400_000);
    const folder = join(import.meta.dirname, "../../../test/fixtures/export-0.2.0");
    const report = await imported(fixture, folder);
    expect(report).toMatchObject({ refusals: [], taken: { posts: 2, files: 1 } });
    expect(await readSettings(fixture.context)).toMatchObject({
      siteTheme: "journal",
      accentHue: "120",
      allowComment: false,
    });
    const found = (slug: string) => findPublication(fixture.context, { slug });
    expect(await found("a-post")).toMatchObject({ id: 2, state: "signed" });
    expect(await found("old")).toMatchObject({ state: "local", writtenAt: Date.UTC(2014, 0, 2, 10) });
  });
});
