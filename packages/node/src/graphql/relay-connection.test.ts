import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";

let node: GraphqlNode;
beforeAll(async () => {
  node = await openGraphqlNode();
  for (const word of ["one", "two", "three", "four", "five"])
    await node.publish(`# Post ${word}\n\nAn engine.`);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

interface Connection {
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean };
}

test.each([
  ["publications", (page: string) => `publications(${page})`],
  ["publications by date", (page: string) => `publications(${page}, by: PUBLISHED)`],
  ["search", (page: string) => `search(query: "engine", ${page})`],
  ["search with a title", (page: string) => `search(query: "three engine", ${page})`],
])("each cursor of %s leads to what is behind it", async (_what, field) => {
  const read = async (page: string) => {
    const { data } = await node.ask(
      `{ list: ${field(page)} { edges { cursor node { id } } pageInfo { startCursor endCursor hasNextPage } } }`,
    );
    return (data as { list: Connection }).list;
  };
  const { edges, pageInfo } = await read("first: 10");
  expect(edges.length).toBeGreaterThan(0);
  expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(edges.length);
  expect(pageInfo).toEqual({
    startCursor: edges[0]?.cursor,
    endCursor: edges.at(-1)?.cursor,
    hasNextPage: false,
  });
  for (const [index, { cursor }] of edges.entries()) {
    const behind = await read(`first: 10, after: "${cursor}"`);
    expect(behind.edges).toEqual(edges.slice(index + 1));
    if (index === edges.length - 1) expect(behind.pageInfo.startCursor).toBeNull();
  }
});
