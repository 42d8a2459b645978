import { expect, test } from "vitest";
import { FreeholdClient, type Publication } from "./index.ts";

const client = new FreeholdClient({
  url: "https://me.example",
  fetch: async () => Response.json({ data: {} }),
});

/** Fails to compile where the two types differ. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

test("the answer has the type of what was selected", async () => {
  const { publications, profile } = await client.query({
    publications: {
      __args: { first: 3, types: ["POST"] },
      nodes: { id: true, slug: true, state: true, cover: { contentPath: true }, __typename: true },
      pageInfo: { endCursor: true },
    },
    profile: { title: true },
  });
  type Node = NonNullable<typeof publications>["nodes"][number];
  const isExact: Same<
    { [K in keyof Node]: Node[K] },
    {
      readonly id: string;
      readonly slug: string | null;
      readonly state: Publication["state"];
      readonly cover: { readonly contentPath: string } | null;
      readonly __typename: "Publication";
    }
  > = true;
  const title: string | undefined = profile?.title;
  expect([isExact, title]).toEqual([true, undefined]);
});

test("what the schema does not have is not accepted", () => {
  const wrong = () => [
    // @ts-expect-error: there is no such query
    client.query({ posts: { id: true } }),
    // @ts-expect-error: a publication has no such field
    client.query({ publications: { nodes: { id: true, likes: true } } }),
    // @ts-expect-error: there is no such argument
    client.query({ publications: { __args: { limit: 3 }, nodes: { id: true } } }),
    // @ts-expect-error: a number is not the text that it takes
    client.query({ publication: { __args: { slug: 3 }, id: true } }),
    // @ts-expect-error: the address is required
    client.query({ visitor: { lastActive: true } }),
    // @ts-expect-error: there is no such type
    client.mutate({ createPublication: { __args: { input: { type: "BOOK" } }, id: true } }),
    // @ts-expect-error: an object is asked for by its fields
    client.query({ profile: true }),
    // @ts-expect-error: this is no list
    client.list("profile", { title: true }),
    // @ts-expect-error: an item has no such field
    client.list("publications", { likes: true }),
    // @ts-expect-error: the list has no such argument
    client.list("publications", { __args: { limit: 3 }, id: true }),
  ];
  expect(wrong).toBeTypeOf("function");
});

test("fields without arguments, and lists, keep their types", async () => {
  const items = client.list("search", { __args: { query: "tea" }, title: true, publication: { slug: true } });
  type Item = typeof items extends AsyncGenerator<infer T> ? T : never;
  const isExact: Same<Item["publication"], { readonly slug: string | null } | null> = true;
  const { unreadNotifications, tokens } = await client.query({
    unreadNotifications: true,
    tokens: { label: true, scopes: true },
  });
  const count: number | null = unreadNotifications;
  const scopes: readonly string[] | undefined = tokens?.[0]?.scopes;
  expect([isExact, count, scopes]).toEqual([true, undefined, undefined]);
});
