import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../node/test/support/graphql-node.ts";
import { FreeholdClient, FreeholdError } from "./index.ts";

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

/** What a call is refused with. */
async function refusalOf(call: Promise<unknown>): Promise<FreeholdError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof FreeholdError)) throw new Error(`Not a refusal: ${error}`);
  return error;
}

test("the client writes, changes and reads a post", async () => {
  const { createPublication } = await client.mutate({
    createPublication: {
      __args: { input: { type: "POST", body: "# Tea\n\nGreen.", slug: "tea", state: "LOCAL" } },
      id: true,
      slug: true,
    },
  });
  expect(createPublication).toEqual({ id: expect.any(String), slug: "tea" });
  const { publication, profile } = await anonymous.query({
    publication: {
      __args: { slug: "tea" },
      title: true,
      comments: { __args: { first: 1 }, nodes: { id: true } },
    },
    profile: { address: true },
  });
  expect({ publication, profile }).toEqual({
    publication: { title: "Tea", comments: { nodes: [] } },
    profile: { address: node.address },
  });
});

test("a list is read to its end, a page at a time, and as far as it is taken", async () => {
  for (const name of ["one", "two", "three"]) {
    const input = { type: "POST", body: `# ${name}`, slug: name, state: "LOCAL" } as const;
    await client.mutate({ createPublication: { __args: { input }, id: true } });
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
  const posts = counting.list("publications", { __args: { first: 2, types: ["POST"] }, title: true });
  for await (const { title } of posts) titles.push(title);
  expect(titles).toEqual(["three", "two", "one", "Tea"]);
  expect(sent).toHaveLength(2);
  for await (const { title } of counting.list("publications", { __args: { first: 1 }, title: true })) {
    expect(title).toBe("three");
    break;
  }
  expect(sent).toHaveLength(3);
  const [empty] = await Array.fromAsync(
    anonymous.list("search", { __args: { query: "nothing" }, title: true }),
  );
  expect(empty).toBeUndefined();
});

test("a file is sent as a form, with its name", async () => {
  const file = new File(["hello"], "hello.txt", { type: "text/plain" });
  const { createPublication } = await client.mutate({
    createPublication: {
      __args: { input: { type: "FILE", file, state: "LOCAL" } },
      filename: true,
      mediaType: true,
    },
  });
  expect(createPublication).toEqual({ filename: "hello.txt", mediaType: "text/plain" });
  const input = [file, file] as never;
  const two = client.mutate({ createPublication: { __args: { input }, id: true } });
  await expect(two).rejects.toThrow("A request takes one file.");
});

describe("a refusal", () => {
  it("has the code of the node, the status and all errors", async () => {
    const error = await refusalOf(anonymous.query({ tokens: { id: true }, profile: { title: true } }));
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
    expect(await refusalOf(proxied.query({ profile: { title: true } }))).toMatchObject(wanted);
  });

  it("is UNREACHABLE without an answer, and the signal's reason where it was aborted", async () => {
    const gone = new FreeholdClient({ url: "http://127.0.0.1:1" });
    expect(await refusalOf(gone.query({ profile: { title: true } }))).toMatchObject({ code: "UNREACHABLE" });
    const signal = AbortSignal.abort("enough");
    await expect(anonymous.query({ profile: { title: true } }, { signal })).rejects.toBe("enough");
  });
});
