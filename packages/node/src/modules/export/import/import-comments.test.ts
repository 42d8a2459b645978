import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFormatLimits } from "@freehold/import";
import { sql } from "kysely";
import { expect, it, test } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { anybody } from "../../../domain/access/callers.ts";
import { destroyComment } from "../../../domain/comments/delete.ts";
import { commentLimits } from "../../../domain/comments/limits.ts";
import { countCommentStates, listComments } from "../../../domain/comments/read.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { search } from "../../../domain/search/search.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import { emit } from "../../../store/events.ts";
import { commentColumns } from "../../../store/tables/comments.ts";
import { createWebhook } from "../../webhooks/webhooks.ts";
import { writeExport } from "../archive/write.ts";
import type { ImportOptions } from "./import-run.ts";
import { ImportReport } from "./report.ts";
import { openImport } from "./run-import.ts";

const owner = { kind: "client", tokenId: "t" } as const;
const corpus = join(import.meta.dirname, "../../../../../import/corpus");

const comment = (id: number, words: string, more = "") =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Grace</wp:comment_author><wp:comment_author_email>grace@example.com</wp:comment_author_email><wp:comment_author_IP>203.0.113.9</wp:comment_author_IP><wp:comment_author_url>https://grace.example/</wp:comment_author_url><wp:comment_date_gmt>2014-05-0${id} 08:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[${words}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved>${more}</wp:comment>`;

const site = (comments: string, status = "publish") =>
  wxr([wxrItem({ id: 1, title: "Boats", name: "boats", status, content: "Words.", more: comments })]);
const two = comment(8, "Later words.") + comment(7, "Earlier *words*.");

test("a comment that an import brings is not too long for one here", () => {
  const { commentLength, commenterLength } = importFormatLimits;
  expect([commentLength, commenterLength]).toEqual([commentLimits.bodyLength, commentLimits.nameLength]);
});

forEachDatabase((_name, open) => {
  async function imported({ context }: OwnerFixture, path: string, options: ImportOptions = {}) {
    const found = await openImport(path);
    if (!found) throw new Error("Nothing was recognised.");
    try {
      return await found.run({ ...context, peers: null as never }, { isConfirmed: true, ...options });
    } finally {
      await found.close();
    }
  }

  async function importText(fixture: OwnerFixture, xml: string, options: ImportOptions = {}) {
    await using folder = await openImportFolder({ "site.xml": xml });
    return await imported(fixture, join(folder.path, "site.xml"), options);
  }

  const shown = async ({ context }: OwnerFixture) =>
    (await listComments(context, { publicationId: null, first: 50, includePending: false })).items;
  const everything = async ({ context: { store } }: OwnerFixture, table: string) =>
    (await sql`select * from ${sql.table(table)}`.execute(store.db)).rows;
  const rows = ({ context: { store } }: OwnerFixture) =>
    store.db.selectFrom("comments").select(commentColumns).orderBy("id").execute();
  /** How many notifications and jobs there are; a call of a webhook is a job. */
  const told = async (fixture: OwnerFixture) => [
    (await everything(fixture, "notifications")).length,
    (await everything(fixture, "jobs")).length,
  ];

  it("are counted as one import after it was killed, whatever its last report said", async () => {
    await using fixture = await openOwnerFixture(await open());
    await importText(fixture, site(comment(6, "Of an import before.")));
    fixture.context.clock.advance(1_000);
    const since = fixture.context.clock.now();
    const all = site(comment(6, "Of an import before.") + two);
    const killed = await importText(fixture, all, { since });
    for (const saved of [new ImportReport("wordpress", false), killed]) {
      const report = await importText(fixture, all, { since });
      const { taken, known } = report.joinedWith(saved.joinedWith(null));
      expect([taken.comments, known.comments]).toEqual([2, 1]);
    }
  });

  it("come with their post, in order, by name alone, and tell nobody", async () => {
    await using fixture = await openOwnerFixture(await open());
    const dry = await importText(fixture, site(two), { dryRun: true });
    expect([dry.taken.comments, await rows(fixture)]).toEqual([2, []]);
    await importText(fixture, site(""));
    const { context } = fixture;
    await createWebhook(context, { url: "https://hook.example/a", events: ["comment.confirmed"] });
    await importText(fixture, site(""));
    const before = await told(fixture);
    const report = await importText(fixture, site(two));
    expect([report.taken, report.known]).toMatchObject([{ posts: 0, comments: 2 }, { posts: 1 }]);
    expect(await told(fixture)).toEqual(before);
    const comment = { commentId: 1, publicationId: 1, authorName: "Grace", now: context.clock.now() };
    await context.store.transaction(async (tx) => {
      await emit(tx, "comment.received", { ...comment, state: "confirmed" });
      await emit(tx, "comment.confirmed", comment);
    });
    expect(await told(fixture)).toEqual(before.map((count) => count + 1));
    expect(await shown(fixture)).toMatchObject([
      {
        state: "published",
        authType: "IMPORTED",
        authorName: "Grace",
        authorAddress: null,
        authorUrl: "https://grace.example/",
        body: "Earlier \\*words\\*.",
        createdAt: Date.UTC(2014, 4, 7, 8),
        timestamp: Date.UTC(2014, 4, 7, 8) / 1000,
      },
      { body: "Later words.", createdAt: Date.UTC(2014, 4, 8, 8) },
    ]);
    expect(JSON.stringify(await everything(fixture, "comments"))).not.toMatch(/grace@|203\.0\.113/);
    const found = await search(fixture.context, { query: "earlier", first: 5, caller: owner });
    expect(found.items.length).toBe(1);
  });

  it("are not doubled by a second import, and one that was deleted stays deleted", async () => {
    await using fixture = await openOwnerFixture(await open());
    const first = await importText(fixture, site(two));
    expect(first.taken).toMatchObject({ posts: 1, comments: 2 });
    const [earlier, later] = await shown(fixture);
    await destroyComment({ ...fixture.context }, { id: earlier?.id ?? 0 }, owner);
    for (const dryRun of [true, false]) {
      const again = await importText(fixture, site(two + comment(9, "A new one.")), { dryRun });
      expect([again.taken.comments, again.known.comments]).toEqual([1, 2]);
    }
    expect((await shown(fixture)).map(({ id, body }) => [id === later?.id, body])).toEqual([
      [true, "Later words."],
      [false, "A new one."],
    ]);
    const post = await findPublication(fixture.context, { slug: "boats" });
    await destroyPublication(fixture.context, post?.id ?? 0);
    const last = await importText(fixture, site(two + comment(6, "Newer.")));
    expect([last.taken.comments, await rows(fixture)]).toEqual([0, []]);
  });

  it("are as hidden as a draft, and appear with it", async () => {
    await using fixture = await openOwnerFixture(await open());
    const report = await importText(fixture, site(two, "private"));
    expect(report.taken).toMatchObject({ posts: 0, drafts: 1, comments: 2 });
    expect([(await rows(fixture)).length, await shown(fixture)]).toEqual([2, []]);
    expect(await countCommentStates(fixture.context)).toMatchObject({ published: 0 });
    const asked = { query: "earlier", first: 5, caller: anybody };
    expect((await search(fixture.context, asked)).items).toEqual([]);
    const post = await findPublication(fixture.context, { slug: "boats" });
    await updatePublication(fixture.context, post?.id ?? 0, { state: "local" });
    expect((await shown(fixture)).length).toBe(2);
    expect((await search(fixture.context, asked)).items.length).toBe(1);
  });

  it.each(["publish", "private"])(
    "of a post that was %s travel in a private export, once",
    async (status) => {
      await using here = await openOwnerFixture(await open());
      await using there = await openOwnerFixture(await open());
      await importText(here, site(two, status));
      const folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
      try {
        await writeExport(here.context, { folder, withPrivate: true, verifier: [] });
        const report = await imported(there, folder);
        expect([report.refusals, report.taken.comments]).toEqual([[], 2]);
      } finally {
        await rm(folder, { recursive: true });
      }
      const before = await rows(there);
      expect(before.map(({ authType, authorId, body }) => [authType, authorId, body])).toEqual([
        ["IMPORTED", "https://grace.example/", "Earlier \\*words\\*."],
        ["IMPORTED", "https://grace.example/", "Later words."],
      ]);
      const again = await importText(there, site(two, status));
      expect([again.taken.comments, again.known.comments]).toEqual([0, 2]);
      expect(await rows(there)).toEqual(before);
    },
  );

  it.each([
    ["comments-blogger/in.xml", ["Anonymous", "Ada"], 3],
    ["comments-takeout/in", ["Grace", "Grace", "Ada"], 3],
  ])("of %s come in, too", async (path, names, all) => {
    await using fixture = await openOwnerFixture(await open());
    const report = await imported(fixture, join(corpus, path));
    expect(report.taken.comments).toBe(all);
    expect((await shown(fixture)).map(({ authorName }) => authorName)).toEqual(names);
  });
});
