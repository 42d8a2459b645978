import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../node/test/support/graphql-node.ts";
import { FreeholdClient, FreeholdError, graphql } from "./index.ts";

const createPost = graphql(`mutation ($input: CreatePublicationInput!) {
  createPublication(input: $input) { id slug filename mediaType }
}`);
const teaQuery = graphql(`query {
  publication(slug: "tea") { title comments(first: 1) { nodes { id } } }
  profile { address }
}`);
const postsQuery = graphql(`query ($first: Int!, $after: String, $types: [PublicationType!]) {
  publications(first: $first, after: $after, types: $types) { nodes { title } pageInfo { hasNextPage endCursor } }
}`);
const searchQuery = graphql(`query ($query: String!, $after: String) {
  search(first: 10, query: $query, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } }
}`);
const titleQuery = graphql("query { profile { title } }");
const refusedQuery = graphql("query { tokens { id } profile { title } }");

let node: GraphqlNode;
let client: FreeholdClient;
let anonymous: FreeholdClient;
beforeAll(async () => {
  node = await openGraphqlNode();
  const url = new URL(node.endpoint).origin;
  client = new FreeholdClient({ url, token: await node.signIn() });
  anonymous = new FreeholdClient({ url });
});
afterAll(() => node[Symbol.asyncDispose]());

/** The error that refuses a call. */
async function refusalOf(call: Promise<unknown>): Promise<FreeholdError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof FreeholdError)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

test("the client writes, changes and reads a post", async () => {
  const { createPublication } = await client.request(createPost, {
    input: { type: "POST", body: "# Tea\n\nGreen.", slug: "tea", state: "LOCAL" },
  });
  expect(createPublication).toMatchObject({ id: expect.any(String), slug: "tea" });
  const { publication, profile } = await anonymous.request(teaQuery);
  expect({ publication, profile }).toEqual({
    publication: { title: "Tea", comments: { nodes: [] } },
    profile: { address: node.address },
  });
});

test("a list is read to its end, a page at a time, and as far as it is taken", async () => {
  for (const name of ["one", "two", "three"]) {
    const input = { type: "POST", body: `# ${name}`, slug: name, state: "LOCAL" } as const;
    await client.request(createPost, { input });
  }
  const sent: string[] = [];
  const counting = new FreeholdClient({
    url: new URL(node.endpoint).origin,
    fetch: (input, init) => {
      sent.push(String(init?.body));
      return fetch(input, init);
    },
  });
  const titles: (string | null)[] = [];
  const posts = counting.list(postsQuery, { first: 2, types: ["POST"] });
  for await (const { title } of posts) titles.push(title);
  expect(titles).toEqual(["three", "two", "one", "Tea"]);
  expect(sent).toHaveLength(2);
  for await (const { title } of counting.list(postsQuery, { first: 1 })) {
    expect(title).toBe("three");
    break;
  }
  expect(sent).toHaveLength(3);
  const [empty] = await Array.fromAsync(anonymous.list(searchQuery, { query: "nothing" }));
  expect(empty).toBeUndefined();
});

test("a file is sent as a form, with its name", async () => {
  const file = new File(["hello"], "hello.txt", { type: "text/plain" });
  const { createPublication } = await client.request(createPost, {
    input: { type: "FILE", file, state: "LOCAL" },
  });
  expect(createPublication).toMatchObject({ filename: "hello.txt", mediaType: "text/plain" });
  const input = [file, file] as never;
  const two = client.request(createPost, { input });
  await expect(two).rejects.toThrow("A request takes one file.");
});

describe("a refusal", () => {
  it("has the code of the node, the status and all errors", async () => {
    const error = await refusalOf(anonymous.request(refusedQuery));
    expect(error).toMatchObject({ name: "FreeholdError", code: "UNAUTHENTICATED", status: 200 });
    expect(error.errors[0]).toMatchObject({ path: ["tokens"] });
    expect(error.data).toMatchObject({ profile: { title: expect.any(String) } });
    const unknown = await refusalOf(client.request("{ nothing }"));
    expect(unknown).toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining("nothing") });
  });

  it("has the status of a request that is too large", async () => {
    const body = "x".repeat(100_000);
    const error = await refusalOf(anonymous.request("query Q($url: String) { __typename }", { body }));
    expect(error).toMatchObject({
      code: "TOO_LARGE",
      status: 413,
    });
  });

  it.each([
    [new Response("<h1>Bad gateway</h1>", { status: 502 }), { code: "BAD_ANSWER", status: 502 }],
    [
      Response.json({ error: "NOT_INSTALLED", message: "First." }, { status: 503 }),
      { code: "NOT_INSTALLED", message: "First." },
    ],
    [
      Response.json({ error: "RATE_LIMITED" }, { status: 429, headers: { "retry-after": "7" } }),
      { code: "RATE_LIMITED", retryAfter: 7 },
    ],
  ])("without GraphQL is one, too", async (response, wanted) => {
    const proxied = new FreeholdClient({ url: "https://me.example", fetch: async () => response });
    expect(await refusalOf(proxied.request(titleQuery))).toMatchObject(wanted);
  });

  it("is UNREACHABLE without an answer, and the signal's reason where it was aborted", async () => {
    const gone = new FreeholdClient({ url: "http://127.0.0.1:1" });
    expect(await refusalOf(gone.request(titleQuery))).toMatchObject({ code: "UNREACHABLE" });
    const signal = AbortSignal.abort("enough");
    await expect(anonymous.request(titleQuery, {}, { signal })).rejects.toBe("enough");
  });
});
