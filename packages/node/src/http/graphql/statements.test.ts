import { StatementSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { limits } from "../../graphql/limits.ts";

let node: GraphqlNode;
beforeAll(async () => {
  node = await openGraphqlNode();
  for (let post = 0; post < 25; post += 1) await node.publish(`# Post ${post}\n\nAn engine. #tag${post}`);
  // Reads the owner's profile, which is kept.
  await node.ask("{ profile { url } }");
  // And the languages of the search.
  await node.ask('{ search(query: "engine", first: 1) { nodes { id } } }');
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fields = "id slug body contentHash mediaType url tags";
const everyField = `${fields} size scheduledAt publisherTitle publisherPicture contentPath thumbnails { sm } revision`;

/** The statements that each call of an operation takes: before it is compiled, and after. */
async function statementsOf(query: string): Promise<string[][]> {
  const statements: string[][] = [];
  const all = vi.spyOn(StatementSync.prototype, "all");
  for (let call = 0; call < limits.callsBeforeCompiling + 3; call += 1) {
    all.mockClear();
    const { codes, data } = await node.ask(query);
    expect(codes).toEqual([]);
    expect(JSON.stringify(data)).toContain("id");
    statements.push((all.mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL));
  }
  return statements;
}

test.each([
  ["a page", `{ publications(first: 20) { nodes { ${fields} } } }`, 1],
  ["a page with all that there is", `{ publications(first: 20) { nodes { ${everyField} } } }`, 1],
  [
    "a page by a fragment",
    `{ publications { edges { node { ...F } } } } fragment F on Publication { ${fields} }`,
    1,
  ],
  ["a publication", `{ publication(id: "1") { ${everyField} } }`, 1],
  ["a search", '{ search(query: "engine", first: 20) { nodes { id title } } }', 2],
  [
    "a search with publications",
    `{ search(query: "engine", first: 20) { nodes { id snippet { text } publication { ${everyField} } } } }`,
    3,
  ],
])("%s takes few statements, however many items it has", async (_what, query, count) => {
  for (const statements of await statementsOf(query)) expect(statements).toHaveLength(count);
});

test("nothing is read that was not asked for", async () => {
  const tables = /\b(contents|publication_hashtags|publication_schedules|profiles)\b/;
  for (const [statement] of await statementsOf("{ publications { nodes { id slug } } }")) {
    expect(statement).not.toMatch(tables);
  }
  for (const [, statement] of await statementsOf('{ search(query: "engine") { nodes { id title } } }')) {
    expect(statement).toContain("search_documents");
    expect(statement).not.toContain("body,");
    expect(statement).toContain('null as "body"');
  }
});

test("what is asked for by a directive is read", async () => {
  const query =
    "query ($yes: Boolean!) { publications(first: 1) { nodes { tags @include(if: $yes) size @skip(if: $yes) ... @include(if: $yes) { url } } } }";
  for (const yes of [true, false, true]) {
    const { data } = await node.ask(query, { yes });
    const post = yes ? { tags: ["tag24"], url: expect.stringContaining("https://") } : { size: 28 };
    expect(data).toEqual({ publications: { nodes: [post] } });
  }
});
