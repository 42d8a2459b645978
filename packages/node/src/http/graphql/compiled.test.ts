import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { limits } from "../../graphql/limits.ts";

let node: GraphqlNode;
let token: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  token = await node.signIn();
  for (const number of [1, 2, 3]) await node.publish(`# Post ${number} #tag`);
  await node.publish("# A draft", { state: "draft" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const list = "{ nodes { body state } pageInfo { hasNextPage } }";

test.each<[string, string, Record<string, unknown>?]>([
  ["a default of an argument", `{ publications ${list} }`],
  ["a variable", `query ($n: Int!) { publications(first: $n) ${list} }`, { n: 2 }],
  ["a default of a variable", `query ($n: Int! = 2) { publications(first: $n) ${list} }`],
  [
    "a default of one that may be null",
    `query ($n: Int = 2, $t: String = "tag") { publications(first: $n, tag: $t) ${list} }`,
  ],
  ["null for a variable", `query ($t: String) { publications(tag: $t) ${list} }`, { t: null }],
  ["a variable that is not given", `query ($t: String) { publications(tag: $t) ${list} }`],
  [
    "a list of enums",
    `query ($s: [PublicationState!]) { publications(states: $s) ${list} }`,
    { s: ["DRAFT"] },
  ],
  [
    "one value for a list",
    `query ($s: [PublicationState!]) { publications(states: $s) ${list} }`,
    { s: "DRAFT" },
  ],
  ["enums in the document", `{ publications(states: [DRAFT], types: POST) ${list} }`],
  [
    "fragments and aliases",
    "{ a: publications(first: 1) { ...P } b: publications(first: 2) { ...P } } fragment P on PublicationConnection { nodes { ... on Publication { text: body } } }",
  ],
  [
    "directives",
    "query ($yes: Boolean!, $no: Boolean! = false) { viewer { kind @include(if: $yes) tokenId @include(if: $no) scopes @skip(if: $yes) } }",
    { yes: true },
  ],
  [
    "an error in a list",
    '{ publications(first: 2) { nodes { id comments(first: 1, after: "x") { nodes { id } } } } }',
  ],
  [
    "an error of an operation",
    `query ($n: Int!) { publications(first: $n) ${list} viewer { kind } }`,
    { n: 0 },
  ],
  [
    "a value that is none",
    `query ($s: [PublicationState!]) { publications(states: $s) ${list} }`,
    { s: ["X"] },
  ],
  ["a variable that is missing", `query ($n: Int!) { publications(first: $n) ${list} }`],
  ["a number that is too large", `query ($n: Int!) { publications(first: $n) ${list} }`, { n: 2 ** 31 }],
  [
    "an unknown key of an input",
    "mutation ($i: RevokeTokenInput!) { revokeToken(input: $i) }",
    { i: { id: "1", x: 1 } },
  ],
  ["an input that is a list", "mutation ($i: RevokeTokenInput!) { revokeToken(input: $i) }", { i: [] }],
  [
    "JSON",
    'mutation ($d: JSON!) { createConnection(typedData: $d, signature: "0x") { url } }',
    { d: { a: [1, { b: null }] } },
  ],
  ["JSON in the document", 'mutation { createConnection(typedData: { a: 1 }, signature: "0x") { url } }'],
])("a document that was compiled answers as before: %s", async (_name, query, variables = {}) => {
  const ask = async () => {
    const { status, data, codes, errors } = await node.ask(query, variables, { token });
    return { status, data, codes, paths: errors.map(({ path }) => path) };
  };
  const first = await ask();
  expect(first.codes).not.toContain("INTERNAL_ERROR");
  for (let round = 0; round < limits.callsBeforeCompiling + 4; round += 1) expect(await ask()).toEqual(first);
});
