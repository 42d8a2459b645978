import { expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/sign.ts";
import { destroyPublication, updatePublication } from "../../src/domain/publications/update.ts";
import { writeNewVersion } from "../../src/domain/publications/versions.ts";
import { describeWritten } from "../../src/domain/publications/visible.ts";
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
        ...{ kind: "POST", state: "draft", source: toSource("# Harbour\n\nas it was drafted") },
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
        ...{ ...files, "/slug/harbour": 200, [hash]: "/slug/harbour" },
        [`${hash}.md`]: "/slug/harbour.md",
        [`/publications/${edited.contentHash}`]: "/slug/harbour",
      });
      await expectFeeds("as it was edited");

      await updatePublication(ctx, id, { slug: "quay" });
      expect(await urlOf(id)).toBe("https://ada.example/slug/quay");
      const renamed = {
        ...{ "/slug/quay": 200, "/slug/harbour": "/slug/quay", "/slug/harbour.md": "/slug/quay.md" },
        ...{ "/slug/harbour/": "/slug/quay", "/publications/harbour": "/slug/quay", [hash]: "/slug/quay" },
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
        ...{ kind: "POST", state: "local", source: toSource("# Harbour\n\nanother one") },
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
});

/** The last line of a new version, which links to the one before it. */
async function readLink({ ctx }: HttpNode, id: number): Promise<string> {
  const hash = (await describeWritten(ctx, { id })).contentHash;
  const text = (await ctx.blobs.readAll(hash, 100_000)).toString();
  return text.trimEnd().split("\n").at(-1) ?? "";
}
