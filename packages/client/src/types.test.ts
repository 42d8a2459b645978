import { expect, test } from "vitest";
import { FreeholdClient, graphql, type ReplyOf } from "./index.ts";

const client = new FreeholdClient({
  url: "https://me.example",
  fetch: async () => Response.json({ data: {} }),
});

/** Fails to compile where the two types differ. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const post = graphql("fragment Post on Publication { id slug state }");
const postsQuery = graphql(
  `query ($types: [PublicationType!], $after: String) {
    publications(first: 3, types: $types, after: $after) {
      nodes { ...Post cover { contentPath } __typename }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [post],
);
const findQuery = graphql("query ($slug: String!) { publication(slug: $slug) { title } }");
const createPost = graphql(
  "mutation ($input: CreatePublicationInput!) { createPublication(input: $input) { id } }",
);
const profileQuery = graphql("query { profile { title address } }");

test("a reply has the type of what its document selects", async () => {
  const { publications } = await client.request(postsQuery, { types: ["POST"] });
  type Item = NonNullable<typeof publications>["nodes"][number];
  const isExact: Same<
    { [K in keyof Item]: Item[K] },
    {
      id: string;
      slug: string | null;
      state: "DRAFT" | "LOCAL" | "SIGNED";
      cover: { contentPath: string } | null;
      __typename: "Publication";
    }
  > = true;
  const isFragment: Same<ReplyOf<typeof post>["slug"], string | null> = true;
  expect([isExact, isFragment]).toEqual([true, true]);
});

test("a field that only an error leaves out is there, and one that may be missing is null", async () => {
  const { profile } = await client.request(profileQuery);
  const isExact: Same<typeof profile, { title: string; address: `0x${string}` }> = true;
  const { publication } = await client.request(findQuery, { slug: "tea" });
  const mayBeNull: Same<typeof publication, { title: string } | null> = true;
  expect([isExact, mayBeNull]).toEqual([true, true]);
});

test("what the schema does not have is not accepted", () => {
  const wrong = () => [
    // @ts-expect-error: the variable is required
    client.request(findQuery),
    // @ts-expect-error: a number is not the text that it takes
    client.request(findQuery, { slug: 3 }),
    // @ts-expect-error: there is no such variable
    client.request(findQuery, { slug: "tea", limit: 3 }),
    // @ts-expect-error: there is no such type
    client.request(postsQuery, { types: ["BOOK"] }),
    // @ts-expect-error: there is no such type
    client.request(createPost, { input: { type: "BOOK" } }),
    // @ts-expect-error: this is no list
    client.list(profileQuery),
    // @ts-expect-error: there is no such state
    client.list(postsQuery, { types: ["SIGNED"] }),
  ];
  expect(wrong).toBeTypeOf("function");
});

test("a list has the type of its items", () => {
  const items = client.list(postsQuery);
  type Item = typeof items extends AsyncGenerator<infer T> ? T : never;
  const isExact: Same<Item["slug"], string | null> = true;
  expect(isExact).toBe(true);
});

test("a document is its text at run time, with that of its fragments", () => {
  const text: unknown = graphql('query { publication(slug: "tea") { ...Post } }', [post]);
  expect(text).toBe(
    'query { publication(slug: "tea") { ...Post } }\nfragment Post on Publication { id slug state }',
  );
});
