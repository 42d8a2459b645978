import { expect, test } from "vitest";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { hasWrongMarks } from "../../src/store/publications/mark-publications.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const linkTo = ({ contentHash }: Publication) =>
  `[Replaces](https://ada.example/publications/${contentHash} "ewp:replaces ${contentHash}")`;

interface Item {
  readonly id: string;
  readonly url: string;
  readonly date_published: string;
}

/** The items of the JSON feed: their id, address and date; RSS and Atom have the same ids. */
async function readItems({ app }: HttpNode): Promise<Item[]> {
  const { items } = JSON.parse((await app.inject("/feed.json")).body) as { items: Item[] };
  for (const feed of ["/feed.xml", "/atom.xml"]) {
    const { body } = await app.inject(feed);
    const ids = [...body.matchAll(/<(?:guid isPermaLink="false"|id)>(urn:sha256[^<]+)</g)].map(
      ([, id]) => id,
    );
    expect([feed, ids]).toEqual([feed, items.map(({ id }) => id)]);
  }
  return items.map(({ id, url, date_published }) => ({ id, url, date_published }));
}

/** The answer at each path: its status, or where it leads. */
async function ask({ app }: HttpNode, ...paths: string[]): Promise<(number | string)[]> {
  const answers = await Promise.all(paths.map((path) => app.inject(path)));
  return answers.map(({ statusCode, headers }) =>
    statusCode === 301 || statusCode === 302 ? String(headers.location) : statusCode,
  );
}

async function sign(node: HttpNode, id: number): Promise<Publication> {
  const meaning = await prepareSignature(node.ctx, id);
  return (await signPublication(node.ctx, id, node.sign("StatementOfSource", meaning))).publication;
}

const years = (year: number) => ({ state: "local", writtenAt: Date.UTC(year, 0, 1) }) as const;

forEachDatabase((name, _open, fresh) => {
  async function withNode(body: (node: HttpNode) => Promise<void>): Promise<void> {
    const database = name === "postgres" ? await fresh() : null;
    await using node = await openHttpNode({
      settings: { ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }) },
    });
    await body(node);
    for (const list of ["index", "site"] as const)
      expect(await hasWrongMarks(node.ctx.store.db, { publisher: node.address, list })).toBe(false);
  }

  test("a post that becomes a version of another takes its place, and has its own again when it leaves", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const signed = await sign(node, (await node.publish("# Pier\n\nOne.", years(2012))).id);
      const other = await node.publish("# Quay\n\nTwo.", years(2015));
      await node.publish("# Between", years(2013));
      const [ofQuay, between, ofPier] = await readItems(node);
      expect([ofQuay?.url, ofPier?.url]).toEqual(
        ["quay", "pier"].map((slug) => `https://ada.example/slug/${slug}`),
      );
      const addresses = [
        "/slug/pier",
        "/slug/quay",
        `/publications/${signed.id}`,
        `/publications/${other.id}`,
      ];
      expect(await ask(node, ...addresses)).toEqual([200, 200, 200, 200]);

      await updatePublication(ctx, other.id, { body: `# Quay\n\nTwo.\n\n${linkTo(signed)}` });
      const joined = [between, { ...ofPier, url: ofQuay?.url }];
      expect(await readItems(node)).toEqual(joined);
      expect(await ask(node, ...addresses)).toEqual(["/slug/quay", 200, 200, 200]);
      await updatePublication(ctx, other.id, { state: "draft" });
      expect(await readItems(node)).toEqual([between, ofPier]);
      expect(await ask(node, ...addresses)).toEqual([200, 410, 200, 410]);
      await updatePublication(ctx, other.id, { state: "local" });
      expect(await readItems(node)).toEqual(joined);

      // It leaves, joins again as a draft, and is signed.
      await updatePublication(ctx, other.id, { body: "# Quay\n\nThree." });
      expect(await readItems(node)).toEqual([ofQuay, between, ofPier]);
      expect(await ask(node, ...addresses)).toEqual([200, 200, 200, 200]);
      await updatePublication(ctx, other.id, { state: "draft" });
      await updatePublication(ctx, other.id, { body: `# Quay\n\nFour.\n\n${linkTo(signed)}` });
      await sign(node, other.id);
      expect(await readItems(node)).toEqual(joined);
      await destroyPublication(ctx, signed.id);
      expect(await readItems(node)).toEqual(joined);
      expect(await ask(node, ...addresses)).toEqual(["/slug/quay", 200, 410, 200]);
    }));

  test("a version that becomes a post of its own leaves the address and the feed item to the post", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const first = await node.publish("# Pier\n\nOne.");
      const corrected = await node.publish(`# Pier\n\nTwo.\n\n${linkTo(first)}`, { state: "local" });
      const [item] = await readItems(node);
      expect([corrected.slug, item?.url]).toEqual(["pier", "https://ada.example/slug/pier"]);
      const textAt = async (path: string) => (await node.app.inject(path)).body.match(/<p>(\w+\.)<\/p>/)?.[1];
      expect(await textAt("/slug/pier")).toBe("Two.");

      const alone = await updatePublication(ctx, corrected.id, { body: "# Mole\n\nThree." });
      expect(alone.slug).toBe("mole");
      expect([await textAt("/slug/pier"), await textAt("/slug/mole")]).toEqual(["One.", "Three."]);
      const [own, again] = await readItems(node);
      expect(again).toEqual(item);
      expect(own?.id).not.toBe(item?.id);

      // The same words as before: it is a version, and later again the post that readers know.
      await updatePublication(ctx, corrected.id, { body: `# Mole\n\nTwo.\n\n${linkTo(first)}` });
      expect(await readItems(node)).toEqual([{ ...item, url: "https://ada.example/slug/mole" }]);
      await updatePublication(ctx, corrected.id, { body: "# Mole\n\nFour." });
      expect(await readItems(node)).toEqual([own, item]);
      const taken = updatePublication(ctx, corrected.id, { slug: "pier" });
      await expect(taken).rejects.toMatchObject({ code: "SLUG_TAKEN" });
    }));

  test("the last version of a post keeps its feed item, whatever it replaces", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const first = await node.publish("# Pier\n\nOne.");
      const corrected = await node.publish(`# Pier\n\nTwo.\n\n${linkTo(first)}`, { state: "local" });
      const items = await readItems(node);
      await destroyPublication(ctx, first.id);
      await updatePublication(ctx, corrected.id, { body: "# Pier\n\nThree." });
      expect(await readItems(node)).toEqual(items);
      expect(await ask(node, "/slug/pier")).toEqual([200]);
    }));

  test("a post that is seen again, without its correction, was changed then", () =>
    withNode(async (node) => {
      const { app, ctx } = node;
      const first = await sign(node, (await node.publish("# Pier\n\nOne.", years(2012))).id);
      const readUpdated = async () => [
        /<entry>.*?<updated>([^<]+)</s.exec((await app.inject("/atom.xml")).body)?.[1] ?? "",
        /slug\/pier<\/loc><lastmod>([^<]+)</.exec((await app.inject("/sitemap.xml")).body)?.[1] ?? "",
        /"dateModified":"([^"]+)"/.exec((await app.inject("/slug/pier")).body)?.[1] ?? "",
      ];
      const written = "2012-01-01T00:00:00.000Z";
      expect(await readUpdated()).toEqual([written, written, written]);
      const correction = () => node.publish(`# Pier\n\nTwo.\n\n${linkTo(first)}`);
      const withdrawals = [
        async (id: number) => destroyPublication(ctx, id),
        async (id: number) => void (await updatePublication(ctx, id, { state: "draft" })),
        async (id: number) => void (await updatePublication(ctx, id, { body: "# Other" })),
      ];
      for (const [index, withdraw] of withdrawals.entries()) {
        const text = `# Pier\n\nTwo.\n\n${linkTo(first)}`;
        const { id } = index === 0 ? await correction() : await node.publish(text, { state: "local" });
        const [corrected = ""] = await readUpdated();
        await withdraw(id);
        const [seen = "", ...others] = await readUpdated();
        expect([index, Date.parse(seen) >= Date.parse(corrected)]).toEqual([index, true]);
        expect([index, seen.slice(0, 4), ...others]).toEqual([index, corrected.slice(0, 4), seen, seen]);
        if (index === 2) expect((await readItems(node)).at(-1)?.id).toContain(first.contentHash.slice(2));
      }
    }));

  test("the first text of a post, signed again, is the newest version of that post", () =>
    withNode(async (node) => {
      const first = await sign(node, (await node.publish("# Pier\n\nOne.", years(2012))).id);
      await node.publish(`# Pier\n\nTwo.\n\n${linkTo(first)}`, { state: "local" });
      const items = await readItems(node);
      const again = await node.publish("# Pier\n\nOne.", { state: "local" });
      expect(await readItems(node)).toEqual([{ ...items[0], url: `https://ada.example/slug/${again.slug}` }]);
    }));

  test("the older of two posts stands where it says that it replaces the newer one", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const old = await node.publish("# Quay\n\nOld.", years(2009));
      const signed = await node.publish("# Pier\n\nOne.");
      const [ofPier] = await readItems(node);
      await updatePublication(ctx, old.id, { body: `# Quay\n\nOld.\n\n${linkTo(signed)}` });
      expect(await readItems(node)).toEqual([{ ...ofPier, url: "https://ada.example/slug/quay" }]);
      expect(await ask(node, "/slug/pier", "/slug/quay")).toEqual(["/slug/quay", 200]);
    }));
});
