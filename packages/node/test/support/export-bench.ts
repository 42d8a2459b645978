import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { setAvatar } from "../../src/domain/profile/avatar.ts";
import { presentPublication } from "../../src/domain/publications/present.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { importExport } from "../../src/modules/export/archive/import.ts";
import { writeExport } from "../../src/modules/export/archive/write.ts";
import { type ImportOptions, ImportRun } from "../../src/modules/export/import/import-run.ts";
import type { ImportReport } from "../../src/modules/export/import/report.ts";
import { insertComment, moveComment, writeCommentsOpen } from "../../src/store/comments.ts";
import type { CommentState } from "../../src/store/tables/comments.ts";
import type { DatabaseName } from "./databases.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./test-network.ts";

/** The key of the exported node's owner. */
export const privateKey = "0e".repeat(32);
export const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

export const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8"));
export const readLines = async (path: string) =>
  (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");

export const indexOf = async (node: TestNode) =>
  ((await node.fetch("/ewp/publications?limit=1000")).json as { data: Record<string, unknown>[] }).data;

export async function comment(node: TestNode, publicationId: number, state: CommentState, authorId: string) {
  const { store } = node.running.context;
  await store.transaction(async (tx) => {
    const id = await insertComment(tx, {
      publicationId,
      authType: authorId.includes("@") ? "EMAIL" : "ETHEREUM",
      authorId,
      authorName: "Bo",
      body: `${state} words`,
      timestamp: 1_700_000_000,
      tokenHash: null,
      client: null,
      createdAt: 1_700_000_000_000,
    });
    await moveComment(tx, id, { from: "pending", to: state, confirmedAt: 1_700_000_001_000 });
  });
}

/** Nodes, and a folder for their exports. Both are removed after each test. */
export class ExportBench {
  network!: TestNetwork;
  #folder!: string;

  constructor() {
    beforeEach(async () => {
      this.network = await createTestNetwork();
      this.#folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
    });
    afterEach(async () => {
      await this.network[Symbol.asyncDispose]();
      await rm(this.#folder, { recursive: true, force: true });
    });
  }

  /** A path in the folder; that of an export by default. */
  readonly out = (name = "out"): string => join(this.#folder, name);

  readonly exportTo = (node: TestNode, target = this.out(), withPrivate = false) =>
    writeExport(node.running.context, { folder: target, withPrivate, verifier: [] });

  /** The owner confirms that all of it is good, unless told otherwise: nobody signed the list of its files. */
  readonly importFrom = async (
    node: TestNode,
    target = this.out(),
    options: ImportOptions = { isConfirmed: true },
  ): Promise<ImportReport> => {
    const run = new ImportRun(node.running.context, node.signer.address, "freehold", options);
    await importExport(run, target, options);
    return run.report;
  };

  /** Turns an export into one without a list of files, as earlier versions wrote it. */
  readonly withoutList = (target = this.out()) => rm(join(target, "manifest.jsonl"));

  /** A node with some of everything: a post that names a picture, a file, drafts, follows both ways, comments. */
  readonly settle = async (database: DatabaseName) => {
    const node = await this.network.start({ title: "Kept", database, privateKey });
    const follower = await this.network.start({ title: "Follower" });
    const friend = await this.network.start({ title: "Friend" });
    await follower.follow(node);
    await node.follow(friend);
    const first = await node.publish("# Before the picture");
    await destroyPublication(node.running.context, first.id);
    const picture = await node.publish(gif, { filename: "../one.gif", description: "A dot" });
    const post = await node.publish(`# Words\n\n![dot](/api/contents/${picture.id}) #kept`, {
      slug: "words-世界",
    });
    const local = await node.draft("# For readers here", "local");
    await presentPublication(node.running.context, post.id, { excerpt: "In short", cover: picture.id });
    await presentPublication(node.running.context, local.id, { isPage: true });
    await node.draft("# Nobody has read this");
    await setAvatar(node.running.context, gif);
    await comment(node, post.id, "published", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    await comment(node, local.id, "published", "bo@mail.example");
    await comment(node, post.id, "held", "held@mail.example");
    await node.running.context.store.transaction((tx) => writeCommentsOpen(tx, picture.id, false));
    await node.settled();
    return { node, follower, friend, picture, post };
  };
}
