import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { fieldsOf, findPlaces, listTypes, possibleTypes } from "./schema-names.ts";

const schema = buildSchema(`
  interface Node { id: ID! }
  type Post implements Node { id: ID!, title(length: Int = 5): String }
  enum Kind { POST }
  input Filter { title: String }
  union Any = Post
  type Query { post(filter: Filter): Post, any: Any, kind: Kind }
`);

test("finds types, fields, inputs and values by a part of their name", () => {
  expect(findPlaces(schema, "TITLE")).toEqual([
    { type: "Filter", field: "title" },
    { type: "Post", field: "title" },
  ]);
  expect(findPlaces(schema, " post")).toEqual([
    { type: "Post" },
    { type: "Kind", field: "POST" },
    { type: "Query", field: "post" },
  ]);
  expect(findPlaces(schema, "  ")).toEqual([]);
});

test("lists what a type has and leads to", () => {
  const type = (name: string) => listTypes(schema).find((one) => one.name === name) as never;
  expect(fieldsOf(type("Post")).map(({ name, args }) => [name, args?.length])).toEqual([
    ["id", 0],
    ["title", 1],
  ]);
  expect(fieldsOf(type("Filter")).map(({ name }) => name)).toEqual(["title"]);
  expect(fieldsOf(type("Kind"))).toEqual([]);
  expect(possibleTypes(schema, type("Any")).map(({ name }) => name)).toEqual(["Post"]);
  expect(possibleTypes(schema, type("Node")).map(({ name }) => name)).toEqual(["Post"]);
  expect(listTypes(schema).every(({ name }) => !name.startsWith("__"))).toBe(true);
});
