import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { exportOpml } from "../../modules/feeds/opml.ts";
import { describeWritten } from "./visible.ts";

forEachDatabase((_name, open) => {
  it("names the pages and feeds that a node of the other's form has", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    const { db } = context.store;
    const posts: Record<string, { id: number; hash: string }> = {};
    for (const [number, form] of [
      [2, "baseline"],
      [3, "reference"],
    ] as const) {
      const address = await fixture.followed(number);
      await db.updateTable("profiles").set({ form }).where("address", "=", address).execute();
      for (const slug of ["salt & sea", null]) {
        const id = await fixture.replica(number, `# ${form} ${slug}`);
        await db.updateTable("publications").set({ slug }).where("id", "=", id).execute();
        const { contentHash } = await describeWritten(context, { id });
        posts[`${form} ${slug}`] = { id, hash: contentHash };
      }
    }
    const urls = Object.entries(posts).map(async ([name, { id, hash }]) => [
      name,
      (await describeWritten(context, { id })).url?.replace(hash, "HASH"),
    ]);
    expect(Object.fromEntries(await Promise.all(urls))).toEqual({
      "baseline salt & sea": "https://node2.example/slug/salt%20%26%20sea",
      "baseline null": "https://node2.example/publications/HASH",
      // Its pages have the hash or the slug, and no `/slug/`.
      "reference salt & sea": "https://node3.example/publications/HASH",
      "reference null": "https://node3.example/publications/HASH",
    });
    const feeds = [...(await exportOpml(context)).matchAll(/xmlUrl="([^"]+)"/g)].map(([, url]) => url);
    expect(feeds).toEqual(["https://node2.example/feed.xml", "https://node3.example/feed"]);
  });
});
