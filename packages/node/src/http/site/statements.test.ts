import { StatementSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
  for (let post = 0; post < 25; post += 1) await node.publish(`# Post ${post}\n\nAn engine. #tag`);
});
afterAll(() => node[Symbol.asyncDispose]());
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["/", 1],
  ["/?page=2", 1],
  // Three looks into the index for each year, here for one; the posts behind a mark are counted.
  ["/archive", 4],
  ["/tags/tag", 1],
  ["/feed.xml", 1],
  ["/tags/tag/feed.xml", 1],
  ["/ewp/publications", 1],
])("%s reads its publications by few statements (%i), and counts none of them", async (path, most) => {
  // Reads what is kept for all pages.
  await node.app.inject(path);
  const all = vi.spyOn(StatementSync.prototype, "all");
  expect((await node.app.inject(path)).statusCode).toBe(200);
  const statements = (all.mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL);
  // The menu is read with what is kept for all pages.
  const ofPosts = statements.filter((sql) => !sql.includes("is_page = 1"));
  expect(ofPosts.filter((sql) => /\b(from|join) "(publications|contents)"/.test(sql))).toHaveLength(most);
  expect(statements.filter((sql) => /count\(\*\)/.test(sql) && !/ from "comments"/.test(sql))).toHaveLength(
    most === 1 ? 0 : 1,
  );
});
