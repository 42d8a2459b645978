import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { contentHash } from "@freehold/protocol";
import sharp from "sharp";
import { expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { saveContent, saveSmallContent } from "../../store/contents.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { findAllChanges } from "../publications/changes.ts";
import { saveDraft } from "../publications/save-draft.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { emptyTrash } from "../trash/trash.ts";
import { holdContents, sweepContents } from "./sweep.ts";

const hourMs = 60 * 60 * 1000;

const use = closeAfterEach();

/** The files in these folders of the data folder, whatever they lie in. */
async function filesIn({ ctx }: HttpNode, ...folders: string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map((folder) =>
      readdir(join(ctx.config.dataDir, folder), { recursive: true, withFileTypes: true }),
    ),
  );
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

it("removes the bytes of what is in the trash no more, and the thumbnails of them", async () => {
  const node = use(await openHttpNode());
  const paint = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const gone = await node.publish(await paint("red"), { state: "draft" });
  const kept = await node.publish(await paint("blue"), { state: "draft" });
  for (const { contentHash, mediaType } of [gone, kept]) {
    expect(await node.ctx.thumbnails.open(contentHash, "sm", mediaType)).not.toBeNull();
  }
  await destroyPublication(node.ctx, gone.id);
  expect(await sweepContents(node.ctx)).toBe(0);
  expect(
    (await filesIn(node, "contents", "thumbnails")).filter((name) => name === gone.contentHash),
  ).toHaveLength(2);

  const later = { ...node.ctx, clock: { now: () => Date.now() + 2 * hourMs } };
  expect(await sweepContents(later)).toBe(0);
  await emptyTrash(node.ctx, null);
  expect(await sweepContents(later)).toBe(1);
  const left = await filesIn(node, "contents", "thumbnails");
  expect(left.sort()).toEqual([kept.contentHash, kept.contentHash]);
});

it("removes bytes that are in the database with their row, and their thumbnails", async () => {
  const node = use(await openHttpNode());
  const { ctx } = node;
  const image = { width: 300, height: 300, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create: image }).png().toBuffer();
  const hash = contentHash(bytes);
  const content = { hash, size: bytes.length, bytes, now: Date.now() };
  await ctx.store.transaction((tx) => saveSmallContent(tx, content));
  expect(await ctx.thumbnails.open(hash, "sm", "image/png")).not.toBeNull();
  const later = { ...ctx, clock: { now: () => Date.now() + 2 * hourMs } };
  expect(await sweepContents(later)).toBe(1);
  expect(await ctx.blobs.size(hash)).toBeNull();
  expect(await filesIn(node, "thumbnails")).toEqual([]);
});

/** Saves texts of one draft, or of a published post, as an editor does. */
async function openEditor(node: HttpNode, { isPublished = false } = {}) {
  const { id } = await node.publish("First", { state: isPublished ? "local" : "draft" });
  return async (body: string) => {
    const { updatedAt } = (await findPublication(node.ctx.store.db, id)) ?? {};
    const [changes] = await findAllChanges(node.ctx, [id]);
    await saveDraft(node.ctx, { id, body, revision: changes?.updatedAt ?? updatedAt ?? 0 });
  };
}

it.each([false, true])("keeps no text that a later save replaced; published: %s", async (isPublished) => {
  const node = use(await openHttpNode());
  const save = await openEditor(node, { isPublished });
  const texts = Array.from({ length: 20 }, (_, at) => `Private sentence ${at}`);
  for (const text of texts) await save(text);
  const namesOf = (shown: string[]) => shown.map((text) => contentHash(Buffer.from(text))).sort();
  const rows = await node.ctx.store.db.selectFrom("contents").select("hash").execute();
  // The first text after a pause is in the history, and so is the one that readers see.
  const left = (await filesIn(node, "contents")).sort();
  expect(left).toEqual(rows.map(({ hash }) => hash).sort());
  expect(left.length).toBeLessThanOrEqual(3);
  expect(left).toEqual(expect.arrayContaining(namesOf(texts.slice(-1))));
});

it("keeps a replaced text that another post has, and every text while something reads a list of them", async () => {
  const node = use(await openHttpNode());
  const save = await openEditor(node);
  await save("Second");
  await node.publish("Twice", { state: "draft" });
  await save("Twice");
  await save("Third");
  const isHere = async (text: string) => (await node.ctx.blobs.size(contentHash(Buffer.from(text)))) !== null;
  expect(await isHere("Twice")).toBe(true);
  await using _held = await holdContents(node.ctx);
  await save("Fourth");
  expect(await isHere("Third")).toBe(true);
});

it("removes all that nothing refers to in one run, also behind younger ones", async () => {
  const node = use(await openHttpNode());
  const { store, blobs } = node.ctx;
  const hour = { now: () => Date.now() + 2 * hourMs };
  const put = async (text: string, now: number) => {
    const blob = await blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    await store.transaction((tx) => saveContent(tx, { ...blob, now }));
  };
  for (let at = 0; at < 150; at += 1) await put(`young ${at}`, hour.now());
  for (let at = 0; at < 250; at += 1) await put(`old ${at}`, Date.now());
  expect(await sweepContents({ ...node.ctx, clock: hour })).toBe(250);
  expect(await store.db.selectFrom("contents").select("hash").execute()).toHaveLength(150);
});
