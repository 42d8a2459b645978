import { describe, expect, test } from "vitest";
import { presentPublication } from "../../src/domain/publications/present.ts";
import { addVersionLink } from "../../src/domain/publications/texts/new-version.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { copies } from "../support/databases.ts";
import { ExportBench, privateKey } from "../support/export-bench.ts";
import type { TestNode } from "../support/test-network.ts";

const bench = new ExportBench();

/** What readers hold: the items of the three feeds, with addresses as paths. */
async function readHeld(node: TestNode): Promise<unknown[]> {
  const { items } = (await node.fetch("/feed.json")).json as { items: Record<string, unknown>[] };
  const textOf = async (path: string) => (await node.fetch(path)).body.toString();
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
  const atom = await textOf("/atom.xml");
  return [
    items.map(({ id, url, title, date_published: at, date_modified: changed }) => [
      id,
      new URL(String(url)).pathname,
      title,
      at,
      changed,
    ]),
    all(await textOf("/feed.xml"), /<guid[^>]*>([^<]+)</g),
    all(atom, /<entry>\s*<id>([^<]+)</g),
    all(atom, /<updated>([^<]+)</g).slice(1),
    all(await textOf("/sitemap.xml"), /<lastmod>([^<]+)</g).slice(1),
  ];
}

/** The answer at each path: its status, or where it leads. */
async function askAll(node: TestNode, paths: readonly string[]): Promise<unknown[]> {
  return await Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await node.fetch(path);
      return [path, headers.location ?? status];
    }),
  );
}

describe.each(copies)("a site of %s, moved to %s", (from, to) => {
  test("shows readers the items that they have, with their dates, and answers at each address", async () => {
    const here = await bench.network.start({ title: "Kept", database: from, privateKey });
    const { context } = here.running;
    const edited = await here.draft("# Edited", "local");
    await updatePublication(context, edited.id, { body: "# Edited\n\nLater.", slug: "changed" });
    const signed = await here.publish("# Signed\n\nOne.", { slug: "signed" });
    await here.publish(await addVersionLink(context, "# Signed\n\nTwo.", signed));
    const other = await here.publish("# Other");
    const joined = await here.draft("# Joined\n\nOne.", "local");
    const [, , atFirst = []] = (await readHeld(here)) as [unknown, unknown, string[]];
    expect(atFirst).toHaveLength(4);
    await updatePublication(context, joined.id, {
      body: await addVersionLink(context, "# Joined\n\nTwo.", other),
    });
    const gone = await here.draft("# Gone", "local");
    await destroyPublication(context, gone.id);
    const taken = await here.draft("# Taken back", "local");
    await updatePublication(context, taken.id, { state: "draft" });
    const old = await here.draft("# Old", "local");
    await presentPublication(context, old.id, { excerpt: "Short" });
    const paths = [
      ...["edited", "changed", "signed", "other", "joined", "gone", "taken-back", "old"].map(
        (slug) => `/slug/${slug}`,
      ),
      ...[edited, signed, other, joined, gone, old].map(({ id }) => `/publications/${id}`),
      ...[edited, signed, other, joined, gone].map(({ contentHash }) => `/publications/${contentHash}`),
    ];
    const [held, answers] = [await readHeld(here), await askAll(here, paths)];
    await bench.exportTo(here, bench.out(), true);
    await here.stop();

    const there = await bench.network.start({ title: "Kept", database: to, privateKey });
    expect(there.url).not.toBe(here.url);
    expect((await bench.importFrom(there)).refused).toBe(0);
    expect(await readHeld(there)).toEqual(held);
    expect(await askAll(there, paths)).toEqual(answers);

    // A post that leaves another one there has the item that it had here.
    await updatePublication(there.running.context, joined.id, { body: "# Joined\n\nThree." });
    const [, , ids = []] = (await readHeld(there)) as [unknown, unknown, string[]];
    for (const id of atFirst) expect(ids).toContain(id);
  });
});
