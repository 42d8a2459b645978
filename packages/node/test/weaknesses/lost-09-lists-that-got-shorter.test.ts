import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { deleteConnection, insertConnection } from "../../src/store/peers/connections.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { insertPublication } from "../../src/store/publications/publications.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";
import { addressOf, connectionOf, profileOf } from "../support/store-records.ts";

/** Nodes on a page of followers. */
const peoplePerPage = 50;
/** Pages in a sitemap. */
const sitemapEntries = 10_000;

forEachDatabase((name, _open, fresh) => {
  async function withNode(body: (node: HttpNode) => Promise<void>): Promise<void> {
    const database = name === "postgres" ? await fresh() : null;
    await using node = await openHttpNode({
      settings: { ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }) },
    });
    await body(node);
  }

  /** The answer at a path: its status, and where it leads. */
  const ask = async ({ app }: HttpNode, path: string) => {
    const { statusCode, headers } = await app.inject(path);
    return headers.location === undefined ? [statusCode] : [statusCode, headers.location];
  };

  test("a page of followers or of those who are followed leads to the first one when nobody is on it any more", () =>
    withNode(async (node) => {
      const { store } = node.ctx;
      const pairs = (number: number) => [
        { ...connectionOf(number, 1, number * 1_000), followeeAddress: node.address },
        { ...connectionOf(1, number, number * 1_000), followerAddress: node.address },
      ];
      const numbers = Array.from({ length: peoplePerPage + 2 }, (_, index) => index + 2);
      await store.transaction(async (tx) => {
        for (const number of numbers) {
          await saveProfile(tx, profileOf(number));
          for (const pair of pairs(number)) await insertConnection(tx, pair);
        }
      });
      for (const side of ["followers", "following"]) {
        const first = (await node.app.inject(`/${side}`)).body;
        const [, next = ""] = /href="(\/[a-z]+\?after=[^"]+)"/.exec(first) ?? [];
        expect(next).toMatch(new RegExp(`^/${side}\\?after=`));
        expect(await ask(node, next)).toEqual([200]);
        const wrong = [`/${side}?after=`, `/${side}?after=x`, `/${side}?after=${"a".repeat(3_000)}`];
        for (const path of wrong) expect([path, await ask(node, path)]).toEqual([path, [404]]);

        const leave = async (from: number, to: number) =>
          await store.transaction(async (tx) => {
            for (const number of numbers.slice(from, to)) {
              const [follower, followee] = [addressOf(number), node.address];
              if (side === "followers") await deleteConnection(tx, follower, followee);
              else await deleteConnection(tx, followee, follower);
            }
          });
        // Those who came last are on the last page.
        await leave(peoplePerPage + 1, peoplePerPage + 2);
        expect(await ask(node, next)).toEqual([200]);
        await leave(peoplePerPage, peoplePerPage + 1);
        expect(await ask(node, next)).toEqual([301, `/${side}`]);
        await leave(0, peoplePerPage);
        expect(await ask(node, next)).toEqual([301, `/${side}`]);
        expect(await ask(node, `/${side}`)).toEqual([200]);
      }
    }));

  test("a sitemap that there was leads to the one that is left, and one that never was is unknown", () =>
    withNode(async (node) => {
      const { ctx } = node;
      const part = (page: number | string) => ask(node, `/sitemap.xml?page=${page}`);
      const post = await createPublication(ctx, {
        kind: "POST",
        state: "local",
        source: Readable.from([Buffer.from("# Harbour")]),
      });
      expect([await part(1), await part(2)]).toEqual([[200], [404]]);
      const { id: _, removedMetadata: __, ...row } = { ...post, slug: null };
      await ctx.store.transaction(async (tx) => {
        await insertPublication(tx, { ...row, id: sitemapEntries + 1 });
        await ctx.store.dialect.raiseIds(tx, "publications");
      });
      expect(await part(2)).toEqual([301, "/sitemap.xml"]);
      await destroyPublication(ctx, sitemapEntries + 1);
      await updatePublication(ctx, post.id, { state: "draft" });
      expect([await part(1), await part(2), await part(3)]).toEqual([[200], [301, "/sitemap.xml"], [404]]);
      for (const page of ["0", "-1", "x", "", "99999999999999999999"])
        expect([page, await part(page)]).toEqual([page, [404]]);
      expect(await ask(node, "/sitemap.xml")).toEqual([200]);
    }));
});
