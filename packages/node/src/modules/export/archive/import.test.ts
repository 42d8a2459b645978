import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { completeAddresses } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../../test/support/pixel-gif.ts";
import { hasSecret, photo } from "../../../../test/support/tagged-pictures.ts";
import { setAvatar } from "../../../domain/profile/avatar.ts";
import { readIndex } from "../../../domain/publications/delivery/read-index.ts";
import { findMoved, findRedirect } from "../../../domain/publications/old-addresses.ts";
import { saveDraft } from "../../../domain/publications/save-draft.ts";
import { readChangedText, updatePublication } from "../../../domain/publications/update.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { settingNames, settingOf } from "../../../domain/settings/setting-table.ts";
import { readSettings, updateSettings } from "../../../domain/settings/settings.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import { updateProfile } from "../../../store/peers/profiles.ts";
import { importFirstSlug, listFirstSlugsAfter } from "../../../store/publications/first-slugs.ts";
import { startLists } from "../../../store/publications/mark-publications.ts";
import { insertOldAddress } from "../../../store/publications/old-addresses.ts";
import { findChanges } from "../../../store/publications/publication-changes.ts";
import { updatePublication as updateRow } from "../../../store/publications/publications.ts";
import type { ImportOptions } from "../import/import-run.ts";
import { openImport } from "../import/run-import.ts";
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

async function imported({ context }: OwnerFixture, folder: string, options: ImportOptions = {}) {
  const found = await openImport(folder);
  try {
    return await found?.run({ ...context, peers: null as never }, { isConfirmed: true, ...options });
  } finally {
    await found?.close();
  }
}

/** Exports everything of one node into another, which refuses nothing. */
async function moveAll(here: OwnerFixture, there: OwnerFixture): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
  try {
    await writeExport(here.context, { folder, withPrivate: true, verifier: [] });
    expect((await imported(there, folder))?.refusals).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
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
    await moveAll(here, there);
    expect(await readSettings(there.context)).toEqual(await readSettings(here.context));
    expect(await findPublication(there.context, { slug: "old" })).toEqual(signed);
    for (const path of paths) expect(await findRedirect(there.context, path)).toBe("/slug/old");
  });

  it("leaves the description, the avatar and the settings that the node has", async () => {
    await using here = await openOwnerFixture(await open());
    await using there = await openOwnerFixture(await open());
    const describe = ({ context, self }: OwnerFixture, description: string, shade: number) =>
      setAvatar(context, pixelGif(shade)).then(() =>
        context.store.transaction((tx) => updateProfile(tx, self, { description })),
      );
    await describe(here, "Of the export", 1);
    await updateSettings(here.context, { siteTheme: "journal", accentHue: "120" });
    await describe(there, "Of the node", 2);
    await updateSettings(there.context, { siteTheme: "paper" });
    const own = await there.context.owner.get();
    await moveAll(here, there);
    expect(await there.context.owner.get()).toEqual(own);
    expect(own?.description).toBe("Of the node");
    expect(await readSettings(there.context)).toMatchObject({ siteTheme: "paper", accentHue: "120" });
  });

  it("takes changes along that readers don't see yet, in a private export alone", async () => {
    await using here = await openOwnerFixture(await open());
    const { id, updatedAt: revision } = await here.post("# Shown", "local", { slug: "shown" });
    await saveDraft(here.context, { id, body: "# Changed", slug: "changed", revision });
    for (const withPrivate of [true, false]) {
      await using there = await openOwnerFixture(await open());
      const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
      try {
        await writeExport(here.context, { folder, withPrivate, verifier: [] });
        expect(await readdir(join(folder, "drafts"))).toHaveLength(withPrivate ? 1 : 0);
        expect((await imported(there, folder))?.refusals).toEqual([]);
      } finally {
        await rm(folder, { recursive: true });
      }
      const post = await findPublication(there.context, { slug: "shown" });
      const changes = await findChanges(there.context.store.db, post?.id ?? 0);
      expect(changes && { ...changes, text: await readChangedText(there.context, changes) }).toEqual(
        withPrivate
          ? expect.objectContaining({ slug: "changed", text: "# Changed", baseRevision: post?.updatedAt })
          : null,
      );
    }
  });

  it("removes the location of unsigned pictures, and the texts that name them follow", async () => {
    await using here = await openOwnerFixture(await open());
    const addPhoto = async (width: number, state: "draft" | "local") =>
      await here.post("", state, {
        kind: "FILE",
        filename: `${width}.jpg`,
        mediaType: "image/jpeg",
        keepMetadata: true,
        source: Readable.from([await photo(width, 80)]),
      });
    const named = (hashes: readonly string[]) =>
      hashes.map((hash) => `![a](/ewp/contents/${hash})\n`).join("\n");
    const [shown, hidden, inSigned] = [
      await addPhoto(120, "local"),
      await addPhoto(110, "draft"),
      await addPhoto(100, "local"),
    ];
    const signedFile = await here.sign((await addPhoto(90, "local")).id);
    const presentation = { excerpt: null, coverHash: shown.contentHash, isPage: 0 } as const;
    const all = [shown, hidden, inSigned, signedFile].map(({ contentHash }) => contentHash);
    const post = await here.post(named(all), "local", { slug: "all", presentation });
    await here.post(`# Signed\n\n${named([inSigned.contentHash])}`, "signed", { slug: "signed" });
    const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(folder, { recursive: true }));
    await writeExport(here.context, { folder, withPrivate: true, verifier: [] });

    await using there = await openOwnerFixture(await open());
    const notSigned = "The list of the files is not signed.";
    const dry = await imported(there, folder, { dryRun: true });
    const report = await imported(there, folder);
    expect(report?.refusals).toEqual([]);
    expect({ ...report, dryRun: true }).toEqual({ ...dry });
    expect(report?.notes.map(({ why }) => why)).toEqual([
      notSigned,
      expect.stringContaining("a signed post names it by its hash"),
      expect.stringContaining("removed from 2 of the pictures; 2 had a location"),
    ]);
    const rows = await Promise.all(
      [shown, hidden, inSigned, signedFile].map(({ id }) => findPublication(there.context, { id })),
    );
    const hashes = rows.flatMap((row) => row?.contentHash ?? []);
    expect(hashes.map((hash, at) => hash === all[at])).toEqual([false, false, true, true]);
    const secrets = hashes.map(async (hash) => hasSecret(await there.context.blobs.readAll(hash, 1_000_000)));
    expect(await Promise.all(secrets)).toEqual([false, false, true, true]);
    const found = await findPublication(there.context, { slug: "all" });
    expect(found).toMatchObject({ id: post.id, coverHash: hashes[0] });
    const text = await there.context.blobs.readAll(found?.contentHash ?? "0x", 10_000);
    expect(text.toString()).toBe(completeAddresses(named(hashes), "https://node1.example"));

    for (const dryRun of [true, false]) {
      const again = await imported(there, folder, { dryRun });
      expect(again?.known).toEqual(report?.taken);
      expect(Object.values(again?.taken ?? {}).every((count) => count === 0)).toBe(true);
    }
    await using kept = await openOwnerFixture(await open());
    expect((await imported(kept, folder, { keepMetadata: true }))?.notes).toMatchObject([{ why: notSigned }]);
    expect(await findPublication(kept.context, { slug: "all" })).toMatchObject({
      contentHash: post.contentHash,
      coverHash: shown.contentHash,
    });
  });

  it("takes along which addresses are gone, but none of a draft that nobody has read", async () => {
    await using here = await openOwnerFixture(await open());
    await using there = await openOwnerFixture(await open());
    const post = async (slug: string) => (await here.post(`# ${slug}\n`, "local", { slug })).id;
    await post("kept");
    const [deleted, withdrawn] = [await post("deleted"), await post("withdrawn")];
    await updatePublication(here.context, deleted, { slug: "renamed" });
    await destroyPublication(here.context, deleted);
    await updatePublication(here.context, withdrawn, { state: "draft" });
    const { id: secret } = await here.post("# Secret\n", "draft", { slug: "secret" });
    await here.context.store.transaction((tx) => insertOldAddress(tx, "/2014/secret", secret));
    const gone = ["/slug/deleted", "/slug/renamed", `/publications/${deleted}`, "/slug/withdrawn"];
    const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
    try {
      await writeExport(here.context, { folder, withPrivate: false, verifier: [] });
      const lines = (await readFile(join(folder, "gone.jsonl"), "utf8")).trim().split("\n");
      const paths = lines.map((line) => JSON.parse(line).path);
      expect(paths).toEqual(expect.arrayContaining(gone));
      expect(paths.filter((path) => /secret|kept/.test(path))).toEqual([]);
      // A page that is here now stays.
      const own = await there.post("# Mine\n", "local", { slug: "withdrawn" });
      const find = (path: string) => findMoved(there.context, path);
      // Nothing shows whose export it is.
      await imported(there, folder, { isConfirmed: false });
      for (const path of gone) expect([path, await find(path)]).toEqual([path, null]);
      expect((await imported(there, folder))?.refusals).toEqual([]);
      for (const path of gone) expect([path, await find(path)]).toEqual([path, "gone"]);
      expect(await findPublication(there.context, { slug: "withdrawn" })).toMatchObject({ id: own.id });
      // The owner gives it away by word alone.
      await expect(there.post("# Again\n", "local", { slug: "deleted" })).rejects.toThrow("Take it over");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("takes along which publication had a slug first, as nodes of the reference form know it", async () => {
    const openNode = async () => {
      const fixture = await openOwnerFixture(await open());
      await fixture.context.store.transaction((tx) => startLists(tx, fixture.self));
      return fixture;
    };
    await using here = await openNode();
    await using there = await openNode();
    const [first, second] = [await here.post("# 1\n", "signed"), await here.post("# 2\n", "signed")];
    const third = await here.post("# 3\n", "signed", { slug: "own" });
    const update = (id: number, slug: string | null) =>
      here.context.store.transaction((tx) => updateRow(tx, id, { slug }));
    // The later one had the slug first, and then gave it to the earlier one.
    await update(second.id, "shared");
    await update(second.id, null);
    await update(first.id, "shared");
    const told = async ({ context }: OwnerFixture) =>
      (await readIndex(context, { since: null, limit: 9, page: 1 }, "reference")).data
        .filter(({ contentHash }) => [first, second, third].some((one) => one.contentHash === contentHash))
        .map(({ slug }) => slug);
    expect(await told(here)).toEqual([null, null, "own"]);
    const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
    try {
      await writeExport(here.context, { folder, withPrivate: false, verifier: [] });
      // Nothing shows whose export it is: only what is imported counts.
      await using stranger = await openNode();
      await imported(stranger, folder, { isConfirmed: false });
      expect(await told(stranger)).toEqual(["shared", null, "own"]);
      await imported(there, folder, { dryRun: true });
      expect(await listFirstSlugsAfter(there.context.store.db, { after: "", limit: 9 })).toEqual([]);
      // This node had the slug earlier.
      const mine = { slug: "own", contentHash: first.contentHash, timestamp: 1 };
      await there.context.store.transaction((tx) => importFirstSlug(tx, mine, { wasHeld: false }));
      for (const _run of [1, 2]) {
        expect((await imported(there, folder))?.refusals).toEqual([]);
        expect(await told(there)).toEqual([null, null, null]);
        // The names that titles gave come before.
        expect(await listFirstSlugsAfter(there.context.store.db, { after: "a", limit: 9 })).toEqual([
          mine,
          { slug: "shared", contentHash: second.contentHash, timestamp: second.timestamp },
        ]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("takes what version 0.2.0 exported", async () => {
    await using fixture = await openOwnerFixture(await open());
    fixture.context.clock.advance(20 * 365 * 86_400_000);
    const folder = join(import.meta.dirname, "../../../../test/fixtures/export-0.2.0");
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
