import { expect, test } from "vitest";
import { destroyComment } from "../../src/domain/comments/delete.ts";
import { encodeCursor } from "../../src/domain/paging.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { writeNewVersion } from "../../src/domain/publications/texts/new-version.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { describeWritten } from "../../src/domain/publications/visible.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { destroyWithFiles } from "../../src/domain/trash/destroy-with-files.ts";
import { limits } from "../../src/http/limits.ts";
import { commentByWallet } from "../support/commenters.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const feeds = ["/feed.xml", "/atom.xml", "/feed.json"];

/** Asks for a path and, where it redirects, for where it leads: at most one step, which stays on this site. */
async function ask({ app }: HttpNode, path: string) {
  const first = await app.inject(path);
  if (first.statusCode !== 301) return { status: first.statusCode, at: path, body: first.body };
  const at = String(first.headers.location);
  expect([path, at]).toEqual([path, expect.stringMatching(/^\/(?!\/)/)]);
  const next = await app.inject(at);
  return { status: next.statusCode === 200 ? 301 : next.statusCode, at, body: next.body };
}

async function sign(node: HttpNode, id: number) {
  const meaning = await prepareSignature(node.ctx, id);
  return (await signPublication(node.ctx, id, node.sign("StatementOfSource", meaning))).publication;
}

async function* toSource(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

forEachDatabase((name, _open, fresh) => {
  async function withNode(body: (node: HttpNode) => Promise<void>): Promise<void> {
    const database = name === "postgres" ? await fresh() : null;
    await using node = await openHttpNode({
      settings: { ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }) },
    });
    await body(node);
  }

  test("each address that a post had answers through its whole life, and the feeds name those that do", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const statusOf = async (path: string) => (await ask(node, path)).status;
      const found = async (expected: Readonly<Record<string, number | string>>) => {
        const answers: Record<string, number | string> = {};
        for (const path of Object.keys(expected)) {
          const { status, at } = await ask(node, path);
          answers[path] = status === 301 ? at : status;
        }
        expect(answers).toEqual(expected);
      };
      const expectFeeds = async (shown: string | null) => {
        for (const feed of feeds) {
          const { body } = await node.app.inject(feed);
          const own = [...body.matchAll(/https:\/\/ada\.example(\/(?:slug|publications)\/[^"<\s]+)/g)];
          if (shown === null) expect(own).toEqual([]);
          else expect(body).toContain(shown);
          for (const [, path = ""] of own)
            expect([feed, path, await statusOf(path)]).toEqual([feed, path, 200]);
        }
      };
      const urlOf = async (id: number) => (await describeWritten(ctx, { id })).url;

      const draft = await createPublication(ctx, {
        kind: "POST",
        state: "draft",
        source: toSource("# Harbour\n\nas it was drafted"),
      });
      const { id } = draft;
      const number = `/publications/${id}`;
      await found({ [number]: 404, "/slug/harbour": 404, [`/publications/${draft.contentHash}`]: 404 });
      await expectFeeds(null);

      const local = await updatePublication(ctx, id, { body: "# Harbour\n\nas it came", state: "local" });
      const hash = `/publications/${local.contentHash}`;
      expect(await urlOf(id)).toBe("https://ada.example/slug/harbour");
      const files = {
        [number]: 200,
        [`${number}.md`]: 200,
        [`${number}/file`]: 200,
        [`${number}/card.png`]: 200,
      };
      await found({ ...files, "/slug/harbour": 200, "/slug/harbour.md": 200, [hash]: "/slug/harbour" });
      // Its text as a draft was never public.
      await found({ [`/publications/${draft.contentHash}`]: 404 });
      await expectFeeds("as it came");

      const edited = await updatePublication(ctx, id, { body: "# Harbour\n\nas it was edited" });
      await found({
        ...files,
        "/slug/harbour": 200,
        [hash]: "/slug/harbour",
        [`${hash}.md`]: "/slug/harbour.md",
        [`/publications/${edited.contentHash}`]: "/slug/harbour",
      });
      await expectFeeds("as it was edited");

      await updatePublication(ctx, id, { slug: "quay" });
      expect(await urlOf(id)).toBe("https://ada.example/slug/quay");
      const renamed = {
        "/slug/quay": 200,
        "/slug/harbour": "/slug/quay",
        "/slug/harbour.md": "/slug/quay.md",
        "/slug/harbour/": "/slug/quay",
        "/publications/harbour": "/slug/quay",
        [hash]: "/slug/quay",
      };
      await found({ ...files, ...renamed });
      await expectFeeds("/slug/quay");

      // Off the site, and back.
      await updatePublication(ctx, id, { state: "draft" });
      await found({ [number]: 410, "/slug/quay": 410, "/slug/harbour": 410, [hash]: 410 });
      await expectFeeds(null);
      await updatePublication(ctx, id, { state: "local" });
      await found({ ...files, ...renamed });

      const signed = await sign(node, id);
      const proven = `/publications/${signed.contentHash}`;
      const badges = { "/badge/quay.svg": 200, [`/badge/${id}.svg`]: 200 };
      const { [`${number}/file`]: _file, ...pages } = files;
      await found({ ...pages, ...renamed, ...badges, [proven]: "/slug/quay" });
      await expectFeeds("/slug/quay");

      const version = await writeNewVersion(ctx, id);
      const text = `# Harbour\n\nas it was corrected\n\n${await readLink(node, version.id)}`;
      await updatePublication(ctx, version.id, { body: text });
      const corrected = await sign(node, version.id);
      expect(corrected.slug).toBe("quay");
      expect((await ask(node, "/slug/quay")).body).toContain("as it was corrected");
      // An earlier version has its own page; what was the post's leads to the newest.
      await found({ ...pages, ...renamed, ...badges, [proven]: number });
      await found({ [`/publications/${corrected.id}`]: 200 });
      await expectFeeds("as it was corrected");

      await destroyPublication(ctx, corrected.id);
      await found({ ...pages, ...renamed, ...badges, [proven]: "/slug/quay" });
      await found({
        [`/publications/${corrected.id}`]: 410,
        [`/publications/${corrected.contentHash}`]: 410,
      });
      await expectFeeds("as it was edited");

      await destroyPublication(ctx, id);
      const ever = [...Object.keys({ ...files, ...renamed, ...badges }), proven, `${number}/diagrams/1.svg`];
      await found(Object.fromEntries(ever.map((path) => [path, 410])));
      await expectFeeds(null);
      // An address that never was is not gone.
      await found({ "/slug/nothing": 404, "/publications/999": 404, [`${number}0`]: 404 });

      // The same title again has another address; the old ones stay gone.
      const again = await createPublication(ctx, {
        kind: "POST",
        state: "local",
        source: toSource("# Harbour\n\nanother one"),
      });
      await found({ "/slug/harbour": 410, [`/slug/${again.slug}`]: 200 });
    }));

  test("the first of two versions may go, and its addresses lead to the one that stays", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const first = await node.publish("# First\n\nwords", { slug: "first" });
      const version = await writeNewVersion(ctx, first.id);
      await updatePublication(ctx, version.id, { slug: "second" });
      const second = await sign(node, version.id);
      await destroyPublication(ctx, first.id);
      expect(await ask(node, "/slug/first")).toMatchObject({ status: 301, at: "/slug/second" });
      expect((await ask(node, `/publications/${first.id}`)).status).toBe(410);
      await destroyPublication(ctx, second.id);
      expect((await ask(node, "/slug/first")).status).toBe(410);
    }));

  test("two local posts with the same bytes have two addresses, and an edit of one breaks none", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const [one, other] = [
        await node.publish("the same words", { state: "local" }),
        await node.publish("the same words", { state: "local" }),
      ];
      const urls = [(await describeWritten(ctx, one)).url, (await describeWritten(ctx, other)).url];
      expect(urls).toEqual([one, other].map(({ id }) => `https://ada.example/publications/${id}`));
      const hash = `/publications/${one.contentHash}`;
      await updatePublication(ctx, other.id, { body: "other words" });
      expect(await ask(node, hash)).toMatchObject({ status: 301, at: `/publications/${one.id}` });
      await updatePublication(ctx, one.id, { body: "changed, too" });
      expect((await ask(node, hash)).status).toBe(301);
      for (const url of urls) expect((await ask(node, new URL(url ?? "").pathname)).status).toBe(200);
      await destroyPublication(ctx, one.id);
      expect((await ask(node, `/publications/${one.id}`)).status).toBe(410);
      expect((await ask(node, `/publications/${other.id}`)).status).toBe(200);
    }));

  test("pages of lists that got shorter lead to the last one, and nothing is stored for them", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const posts = [];
      for (let n = 1; n <= limits.postsPerPage * 2 + 1; n += 1)
        posts.push(await node.publish(`Harbour ${n} #sea`, { state: "local" }));
      const tagPage = (await node.app.inject("/tags/sea")).body;
      const [, after] = /href="([^"]*\?after=[^"]*)"/.exec(tagPage) ?? [];
      expect((await ask(node, after ?? "")).status).toBe(200);
      expect((await ask(node, "/?page=3")).status).toBe(200);
      // An address that never was stays unknown.
      const never = ["/?page=9", "/archive?page=2", "/archive?page=99999999", "/?page=0", "/?page=x"];
      const unknown = [...never, "/sitemap.xml?page=2", "/tags/sea?after=x", "/archive?page=-1"];
      const expectUnknown = async () => {
        for (const path of unknown) expect([path, (await ask(node, path)).status]).toEqual([path, 404]);
      };
      await expectUnknown();

      for (const { id } of posts.slice(0, limits.postsPerPage)) await destroyPublication(ctx, id);
      expect(await ask(node, "/?page=3")).toMatchObject({ status: 301, at: "/?page=2" });
      // Others have the tag, so its page is there.
      expect((await ask(node, "/tags/sea?after=x")).status).toBe(404);
      for (const { id } of posts.slice(limits.postsPerPage, limits.postsPerPage * 2))
        await destroyPublication(ctx, id);
      const count = async () => (await listAllAddresses(node)).length;
      const stored = await count();
      for (const page of [2, 3])
        expect(await ask(node, `/?page=${page}`)).toMatchObject({ status: 301, at: "/" });
      expect(await ask(node, after ?? "")).toMatchObject({ status: 301, at: "/tags/sea" });
      await destroyPublication(ctx, posts.at(-1)?.id ?? 0);
      expect(await ask(node, "/?page=3")).toMatchObject({ status: 301, at: "/" });
      for (const gone of [after ?? "", "/tags/sea", "/tags/sea/feed.xml", "/tags/sea/atom.xml"])
        expect([gone, (await ask(node, gone)).status]).toEqual([gone, 410]);
      expect(await count()).toBeLessThanOrEqual(stored + 3);
    }));

  test("a page of comments leads to its post when its first comment is gone, and so ends the page of a comment", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const post = await node.publish("# Quay\n\nwords", { slug: "quay", state: "local" });
      const other = await node.publish("# Pier\n\nwords", { slug: "pier", state: "local" });
      const write = (key: number) =>
        commentByWallet(ctx, { key, name: "Bea", body: "A word.", publicationId: post.id });
      const [first, second] = [await write(3), await write(4)];
      const pages = ["/slug/quay", `/publications/${other.id}`];
      const at = (path: string, id: number) => `${path}?comments=${encodeCursor([id])}`;
      expect((await ask(node, at("/slug/quay", first))).status).toBe(200);
      expect((await ask(node, `/comments/${second}/delete`)).status).toBe(200);
      const before = (await listAllAddresses(node)).length;
      for (const id of [first, second]) await destroyComment(ctx, { id }, { kind: "client", tokenId: "t" });
      for (const path of pages) {
        for (const id of [first, second])
          expect(await ask(node, at(path, id))).toMatchObject({
            status: 301,
            at: path.replace(/^.*\d$/, "/slug/pier"),
          });
        for (const wrong of [at(path, second + 1), at(path, 0), `${path}?comments=x`, `${path}?comments=`])
          expect([wrong, (await ask(node, wrong)).status]).toEqual([wrong, 404]);
      }
      for (const id of [first, second]) {
        const gone = await ask(node, `/comments/${id}/delete`);
        expect([id, gone.status]).toEqual([id, 410]);
      }
      expect((await ask(node, `/comments/${second + 1}/delete`)).status).toBe(404);
      expect((await listAllAddresses(node)).length).toBe(before);
      await destroyPublication(ctx, post.id);
      expect((await ask(node, at("/slug/quay", first))).status).toBe(410);
    }));

  test("the bytes and the small copies of a picture that was on the site are gone, and not unknown", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      const picture = async (state: "draft" | "local") =>
        await createPublication(ctx, {
          kind: "FILE",
          state,
          filename: "quay.png",
          source: (async function* () {
            yield png;
          })(),
        });
      const shown = await picture("local");
      const pathsOf = (id: number) => [
        `/api/contents/${id}`,
        `/api/contents/${id}?thumb=sm`,
        `/api/contents/${id}?thumb=lg`,
        `/publications/${id}`,
        `/publications/${id}/file`,
      ];
      const statuses = async (id: number) =>
        await Promise.all(pathsOf(id).map(async (path) => (await ask(node, path)).status));
      expect(await statuses(shown.id)).toEqual([200, 200, 200, 200, 200]);
      const post = await node.publish(`# With\n\n![quay](/api/contents/${shown.id})`, { state: "local" });
      await destroyWithFiles(ctx, post.id);
      expect(await statuses(shown.id)).toEqual([410, 410, 410, 410, 410]);
      expect((await ask(node, `/api/contents/${shown.contentHash}`)).status).toBe(410);

      const drawn = await picture("draft");
      expect(await statuses(drawn.id)).toEqual([404, 404, 404, 404, 404]);
      await destroyPublication(ctx, drawn.id);
      expect(await statuses(drawn.id)).toEqual([404, 404, 404, 404, 404]);
      // The protocol has one answer for a content that is not there: 404 CONTENT_NOT_FOUND (specification 4.4).
      const signed = await sign(node, (await picture("local")).id);
      const content = `/ewp/contents/${signed.contentHash}`;
      expect((await ask(node, content)).status).toBe(200);
      await destroyPublication(ctx, signed.id);
      expect(await ask(node, content)).toMatchObject({ status: 404, body: '{"error":"CONTENT_NOT_FOUND"}' });
      expect((await ask(node, `/publications/${signed.id}/file`)).status).toBe(410);
    }));
});

/** All addresses of before that the node stores. */
async function listAllAddresses({ ctx }: HttpNode): Promise<string[]> {
  const rows = await ctx.store.db.selectFrom("old_addresses").select("path").execute();
  return rows.map(({ path }) => path);
}

/** The last line of a new version, which links to the one before it. */
async function readLink({ ctx }: HttpNode, id: number): Promise<string> {
  const hash = (await describeWritten(ctx, { id })).contentHash;
  const text = (await ctx.blobs.readAll(hash, 100_000)).toString();
  return text.trimEnd().split("\n").at(-1) ?? "";
}
