import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode, readReply } from "../../../test/support/graphql-node.ts";
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
    "an enum in lower case",
    `query ($s: [PublicationState!]) { publications(states: $s) ${list} }`,
    { s: ["local", "LOCAL", "Signed"] },
  ],
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
  [
    "a text in the document",
    `{ publications(tag: "tag", first: 2) ${list} search(query: "post") { nodes { id } } }`,
  ],
  [
    "a text in a fragment of several operations",
    `query A($n: Int!) { publications(first: $n) { ...P } ...S } fragment P on PublicationConnection { nodes { body } } fragment S on Query { suggestions(text: "ta") { text } }`,
    { n: 1 },
  ],
  [
    "a variable with the name of a lifted text",
    `query ($freehold_text_0: String!) { publications(tag: $freehold_text_0) ${list} suggestions(text: "ta") { text } }`,
    { freehold_text_0: "tag" },
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

describe("nothing of what was sent becomes code", () => {
  // The text that graphql-jit puts in place of a date; with it in front, the rest of a text would run as JavaScript.
  const mark = "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d";
  const program = "globalThis.ranFromQuery = true";
  test.each([
    ["a text", `{ suggestions(text: "${mark}${program}") { text } }`],
    ["a text behind a quotation mark", `{ suggestions(text: "a\\"${mark}${program}") { text } }`],
    ["a text in escapes", `{ suggestions(text: "\\u005f${mark.slice(1)}${program}") { text } }`],
    ["a block of text", `{ suggestions(text: """${mark}${program}""") { text } }`],
    ["an id", `{ publication(id: "${mark}${program}") { id } }`],
    [
      "a text in a fragment",
      `{ ...F } fragment F on Query { suggestions(text: "${mark}${program}") { text } }`,
    ],
    ["JSON", `mutation { createConnection(typedData: { a: "${mark}${program}" }, signature: "") { url } }`],
    ["a default", `query ($t: String! = "${mark}${program}") { suggestions(text: $t) { text } }`],
  ])("%s", async (_what, query) => {
    const answers = [];
    for (let call = 0; call < limits.callsBeforeCompiling + 4; call += 1) {
      const { data, codes } = await node.ask(query);
      answers.push({ data, codes });
    }
    expect(Object.hasOwn(globalThis, "ranFromQuery")).toBe(false);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.codes).not.toContain("INTERNAL_ERROR");
  });
});

/** Properties that every object of JavaScript has: as keys of an answer or of the variables they would find those. */
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "__defineGetter__"];

describe.each(inherited)("the name %s", (name) => {
  const [key] = Object.keys(JSON.parse(`{ ${JSON.stringify(name)}: 1 }`));
  const askOften = async (query: string, variables: Record<string, unknown> = {}) => {
    const answers = [];
    for (let call = 0; call < limits.callsBeforeCompiling + 4; call += 1) {
      const { status, data, codes } = await node.ask(query, variables);
      answers.push(JSON.stringify({ status, data, codes }));
    }
    expect(new Set(answers).size).toBe(1);
    return JSON.parse(answers[0] ?? "null") as unknown;
  };

  test.each([
    ["an alias of an object", `{ ${name}: viewer { kind } }`],
    ["an alias of a value", `{ viewer { ${name}: kind } }`],
    ["an alias in a list", `{ publications { nodes { ${name}: id } } }`],
    ["a field", `{ ${name} }`],
    ["a variable", `query ($${name}: String) { publications(tag: $${name}) { nodes { id } } }`],
    [
      "a variable of JSON",
      `mutation ($${name}: JSON!) { createConnection(typedData: $${name}, signature: "") { url } }`,
    ],
    ["an operation", `query ${name} { viewer { kind } }`],
    ["a fragment", `{ viewer { ...${name} } } fragment ${name} on Viewer { kind }`],
    ["a type", `{ viewer { ... on ${name} { kind } } }`],
    ["an argument", `{ publications(${name}: 1) { nodes { id } } }`],
    ["a directive", `{ viewer @${name} { kind } }`],
    ["a key of JSON", `mutation { createConnection(typedData: { ${name}: 1 }, signature: "") { url } }`],
  ])("is refused for %s, as often as it is asked", async (_what, query) => {
    expect(await askOften(query)).toEqual({ status: 200, codes: ["BAD_REQUEST"] });
    const { errors } = await node.ask(query);
    expect(errors[0]?.message).toBe(`"${name}" can't be a name in a document.`);
  });

  it("as the name of the operation that is meant is one that there is not", async () => {
    const body = JSON.stringify({ query: "query A { viewer { kind } }", operationName: name });
    const headers = { "content-type": "application/json" };
    const reply = await readReply(await fetch(node.endpoint, { method: "POST", headers, body }));
    expect(reply.codes).toEqual(["BAD_REQUEST"]);
  });

  it("as a key of the variables is one that nobody asks for, or that does not belong there", async () => {
    const query = "query ($t: String) { publications(tag: $t) { nodes { state } } }";
    const nodes = Array(3).fill({ state: expect.any(String) });
    const variables = Object.fromEntries([[key, { t: "other" }]]);
    expect(await askOften(query, variables)).toMatchObject({ codes: [], data: { publications: { nodes } } });
    const input = Object.fromEntries([
      ["id", "1"],
      [key, { id: "2" }],
    ]);
    const revoke = "mutation ($i: RevokeTokenInput!) { revokeToken(input: $i) }";
    expect(await askOften(revoke, { i: input })).toMatchObject({ codes: ["BAD_REQUEST"] });
    const connect = 'mutation ($d: JSON!) { createConnection(typedData: $d, signature: "0x") { url } }';
    for (const typedData of [variables, { message: variables, domain: variables, types: variables }]) {
      expect(await askOften(connect, { d: typedData })).toMatchObject({ codes: ["INVALID_PAYLOAD"] });
    }
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, "t")).toBe(false);
  });

  it("as a value is a value", async () => {
    const query = "query ($t: String!) { search(query: $t) { nodes { id } } suggestions(text: $t) { text } }";
    expect(await askOften(query, { t: name })).toMatchObject({ codes: [] });
    const types = "query ($s: [PublicationState!]) { publications(states: $s) { nodes { id } } }";
    expect(await askOften(types, { s: [name] })).toMatchObject({ codes: ["BAD_REQUEST"] });
  });
});
