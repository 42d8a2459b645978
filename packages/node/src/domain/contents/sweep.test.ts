import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "@freehold/protocol";
import sharp from "sharp";
import { expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { saveSmallContent } from "../../store/contents.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { emptyTrash } from "../trash/trash.ts";
import { sweepContents } from "./sweep.ts";

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
