import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Store } from "../src/store/database.ts";
import { openStore } from "../src/store/open-store.ts";
import { type FreshDatabase, forEachDatabase } from "./support/databases.ts";
import { ghostExport, ghostPost } from "./support/exports/ghost-export.ts";
import { openShell, type Shell } from "./support/shell.ts";

const count = 240;
const kills = 5;

/** A post of the export; every 20th has a card of which nothing arrives, every 3rd is by somebody else. */
function makePost(number: number): object {
  const words = `Words of post ${number}, and <a href="/post-${number - 7}/">an earlier one</a>.`;
  const lost = { type: "card-of-a-plugin", heading: `Lost words of post number ${number}` };
  const shown = { type: "paragraph", children: [{ type: "text", text: `Words of post ${number}.` }] };
  return ghostPost(number, {
    html: number % 20 === 0 ? null : `<p>${words}</p>`,
    lexical: number % 20 === 0 ? JSON.stringify({ root: { children: [shown, lost] } }) : null,
    status: number % 11 === 0 ? "draft" : "published",
    author_id: number % 3 === 0 ? "bob" : "ada",
  });
}

const site = ghostExport({
  posts: Array.from({ length: count }, (_, number) => makePost(number + 1)),
  users: [
    { id: "ada", name: "Ada" },
    { id: "bob", name: "Bob" },
  ],
  tags: [{ id: "t", name: "Sea", slug: "sea", visibility: "public" }],
  posts_tags: Array.from({ length: count }, (_, number) => ({ post_id: `id-${number + 1}`, tag_id: "t" })),
});

/** All that an import leaves, without numbers and times of its own. */
async function readResult({ db }: Store) {
  const posts = await db
    .selectFrom("publications")
    .select(["slug", "state", "kind", "contentHash", "writtenAt", "isPage", "excerpt", "coverHash"])
    .orderBy("slug")
    .execute();
  const keys = await db
    .selectFrom("imports")
    .leftJoin("publications", "publications.id", "publicationId")
    .select(["format", "key", "slug"])
    .orderBy("key")
    .execute();
  const addresses = await db
    .selectFrom("old_addresses")
    .leftJoin("publications", "publications.id", "publicationId")
    .select(["path", "slug"])
    .orderBy("path")
    .execute();
  const tags = await db
    .selectFrom("publication_hashtags")
    .innerJoin("publications", "publications.id", "publicationId")
    .select(["tag", "slug"])
    .orderBy("slug")
    .orderBy("tag")
    .execute();
  const words = await db.selectFrom("search_documents").select("publicationId").execute();
  return { posts, keys, addresses, tags, found: words.length };
}

forEachDatabase((_name, _open, fresh) => {
  async function openNode(database: FreshDatabase) {
    const shell = await openShell({
      FREEHOLD_DATA: database.dataDir,
      ...(database.databaseUrl !== null && { DATABASE_URL: database.databaseUrl }),
      FREEHOLD_LOG_LEVEL: "error",
    });
    await shell.placeKeystore(database.dataDir);
    const made = await shell.run(["init", "--url", "https://one.example", "--title", "One"]);
    expect(made).toMatchObject({ code: 0 });
    await writeFile(join(shell.folder, "ghost.json"), site);
    return shell;
  }
  const order = ["import", "ghost.json", "--author", "Ada", "--json"];

  /** Starts an import and kills it when so many posts are there. @returns how many were there afterwards */
  async function killAt(shell: Shell, store: Store, posts: number): Promise<number> {
    const child = shell.launch(order);
    const ended = once(child, "close");
    const here = async () => (await store.db.selectFrom("publications").select("id").execute()).length;
    while (child.exitCode === null && (await here()) < posts) await pause(5);
    child.kill("SIGKILL");
    expect((await ended)[1]).toBe("SIGKILL");
    return await here();
  }

  it("leaves the same after five kills as an import that nothing ends", async () => {
    await using whole = await fresh();
    await using one = await openNode(whole);
    const report = (await one.run(order)).json();
    expect(report).toMatchObject({ leftOut: count / 3, incomplete: expect.any(Number) });
    expect(report.incomplete).toBeGreaterThan(5);
    await using killed = await fresh();
    await using other = await openNode(killed);
    await using store = await openStore(killed);
    let before = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const after = await killAt(other, store, kill * 25);
      expect(after).toBeGreaterThan(before);
      before = after;
    }
    const last = (await other.run(order)).json();
    expect(last.known.posts + last.known.drafts).toBe(before);
    // Entries that are here already are not weighed again.
    expect(last.leftOut).toBe(report.leftOut);
    expect(report.losses).toEqual(expect.arrayContaining(last.losses));
    await using expected = await openStore(whole);
    const result = await readResult(store);
    expect(result).toEqual(await readResult(expected));
    expect(result.posts.filter(({ state }) => state === "draft").length).toBeGreaterThan(report.incomplete);
    expect(result.keys).toHaveLength(result.posts.length);
  });
});
