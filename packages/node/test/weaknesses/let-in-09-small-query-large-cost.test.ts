import { Session } from "node:inspector/promises";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { limits } from "../../src/graphql/limits.ts";
import { closeAfterEach } from "../support/close-after-each.ts";
import { type DatabaseName, databases, migratedPostgres } from "../support/databases.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { exploding } from "../support/hostile-strings/exploding.ts";

const use = closeAfterEach();

async function open(database: DatabaseName = "sqlite"): Promise<GraphqlNode> {
  const postgres = database === "postgres" ? await migratedPostgres() : null;
  if (postgres) use(postgres);
  const node = use(await openGraphqlNode(postgres ? { settings: { DATABASE_URL: postgres.url } } : {}));
  return node;
}

const profiler = new Session();

/** For the tests of a block that call `stepsOf`. */
function watchSteps(): void {
  beforeAll(async () => {
    profiler.connect();
    await profiler.post("Profiler.enable");
    await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    await profiler.post("Profiler.takePreciseCoverage");
  });
  afterAll(async () => {
    await profiler.post("Profiler.stopPreciseCoverage");
    await profiler.post("Profiler.disable");
    profiler.disconnect();
  });
}

/**
 * How many steps this thread takes, in which the node runs: V8 counts each call of a function and each turn of a loop.
 * What is not JavaScript it does not count: patterns are looked at in `npm run bench -- patterns`. The few steps since the
 * call before this one are counted as well.
 */
async function stepsOf(act: () => Promise<unknown>): Promise<number> {
  await act();
  const { result } = await profiler.post("Profiler.takePreciseCoverage");
  const blocks = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

/** Several times what any document of a permitted length takes, and much less than an explosion. */
const mostSteps = 1_000_000;

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(" ");

describe("a document", () => {
  watchSteps();
  const page = "publications(first: 100) { nodes { comments(first: 100) { nodes { id } } } }";
  const bomb = repeat(18, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`);
  const attacks: ReadonlyArray<readonly [string, string, Record<string, unknown>?]> = [
    ["many aliases", `{ ${repeat(limits.aliases + 1, (index) => `a${index}: profile { title }`)} }`],
    [
      "many aliases in fragments",
      `{ ...F } fragment F on Query { ${repeat(limits.aliases + 1, (index) => `a${index}: nodeStatus { installed }`)} }`,
    ],
    [
      "many sign-ins at once",
      `mutation { ${repeat(limits.aliases + 1, (index) => `a${index}: signInWithEthereum(input: { message: "", signature: "" }) { token }`)} }`,
    ],
    [
      "depth",
      `{ publications { nodes { ${"comments { nodes { publication { ".repeat(5)} id ${"} } }".repeat(5)} } } }`,
    ],
    ["words without end", `{ ${"__typename ".repeat(limits.tokens)} }`],
    ["one long word", `{ ${"a".repeat(limits.documentLength)} }`],
    ["directives without end", `{ __typename ${"@include(if: true) ".repeat(400)} }`],
    ["many operations", repeat(limits.operations + 1, (index) => `query Q${index} { __typename }`)],
    ["lists in lists", `{ ${page} }`],
    [
      "lists in lists by a variable",
      `query ($first: Int!) { publications(first: $first) { nodes { comments(first: $first) { nodes { id } } } } }`,
      { first: 100 },
    ],
    [
      "lists in lists by a variable's default",
      `query ($first: Int! = 100) { publications(first: $first) { nodes { comments(first: $first) { nodes { id } } } } }`,
    ],
    [
      "lists in lists by a fragment",
      `{ publications(first: 100) { nodes { ...F } } } fragment F on Publication { comments(first: 100) { nodes { id } } }`,
    ],
    [
      "lists in lists by a condition of type",
      `{ publications(first: 100) { nodes { ... on Publication { comments(first: 100) { nodes { id } } } } } }`,
    ],
    [
      "one list under many names",
      `{ ${repeat(15, (index) => `a${index}: publications(first: 100) { nodes { body tags comments { nodes { id } } } }`)} }`,
    ],
    [
      "many searches",
      `{ ${repeat(20, (index) => `a${index}: search(query: "a", first: 100) { nodes { id publication { id } } }`)} }`,
    ],
    [
      "many looks at other nodes",
      `{ ${repeat(6, (index) => `a${index}: visitorConnectionToSign(url: "https://a${index}.example") { title }`)} }`,
    ],
    [
      "fragments that double",
      `{ ...F0 } ${bomb} fragment F18 on Query { publications(first: 100) { nodes { id body comments(first: 40) { nodes { id } } } } }`,
    ],
    ["fragments that hold themselves", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"],
    ["a page of a million", "{ publications(first: 1000000) { nodes { id } } }"],
    ["everything about the schema", "{ __schema { types { fields { type { fields { name } } } } } }"],
    ["the schema's types by their fields", '{ __type(name: "Query") { fields { name type { name } } } }'],
    [
      "the schema by a fragment",
      '{ ...F } fragment F on Query { __type(name: "Query") { ...G } } fragment G on __Type { fields { name } }',
    ],
  ];

  let node: GraphqlNode;
  let program: string;
  beforeAll(async () => {
    node = await openGraphqlNode();
    program = await node.token("read:timeline");
    // What a node does at its first request is no attack's.
    await stepsOf(() => node.ask("{ profile { title } }"));
  });
  afterAll(() => node[Symbol.asyncDispose]());

  const cases = attacks.map(([what, query, variables = {}]) => ({ what, query, variables }));
  test.each(cases)("with $what is refused before it is carried out", async ({ what, query, variables }) => {
    for (const token of [null, program]) {
      const steps = await stepsOf(async () => {
        const reply = await node.ask(query, variables, { token });
        expect(reply.data, JSON.stringify(reply.errors)).toBeUndefined();
        expect(reply.codes.length).toBeGreaterThan(0);
        expect(reply.codes).not.toContain("INTERNAL_ERROR");
      });
      expect(steps, what).toBeLessThan(mostSteps);
    }
    // The tenth time as the first: once compiled, a document is still measured.
    for (let call = 0; call < 6; call += 1) expect((await node.ask(query, variables)).data).toBeUndefined();
  });

  it("of a reasonable size is executed", async () => {
    await node.publish("# One");
    const query = `{ ${repeat(10, (index) => `a${index}: profile { title }`)} publications(first: 20) { nodes { body tags comments(first: 10) { nodes { body } } } } __typename __type(name: "Query") { name } }`;
    expect((await node.ask(query)).codes).toEqual([]);
    const owner = await node.signIn();
    expect((await node.ask("{ __schema { queryType { name } } }", {}, { token: owner })).codes).toEqual([]);
  });

  it("does not suggest field names for a misspelt one", async () => {
    const { errors } = await node.ask("{ setting { mailTranspor } }");
    expect(JSON.stringify(errors)).not.toMatch(/did you mean|settings|mailTransport"/i);
  });
});

describe("a request", () => {
  const send = (node: GraphqlNode, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(node.endpoint, {
      method: "POST",
      body,
      headers: typeof body === "string" ? { "content-type": "application/json", ...headers } : headers,
    });

  it("is single: no batches, and no GET", async () => {
    const node = await open();
    const one = { query: "{ __typename }" };
    for (const body of [[one], [one, one], Array(1_000).fill(one), []]) {
      expect((await send(node, JSON.stringify(body))).status).toBe(400);
    }
    expect((await fetch(`${node.endpoint}?query={__typename}`)).status).toBe(405);
    expect((await send(node, JSON.stringify(one))).status).toBe(200);
  });

  it("has variables of bounded depth, and no unused ones", async () => {
    const node = await open();
    const query = 'mutation ($data: JSON!) { createConnection(typedData: $data, signature: "0x") { url } }';
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    // Without a token they would be too long to be sent at all.
    const bearer = { authorization: `Bearer ${await node.token("read:timeline")}` };
    const wide = `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join()}}`;
    for (const data of [deep, wide, `{"a":${deep}}`]) {
      const body = `{"query":${JSON.stringify(query)},"variables":{"data":${data}}}`;
      const reply = await send(node, body, bearer);
      expect(reply.status).toBe(400);
      expect(await reply.text()).toContain("BAD_REQUEST");
    }
    expect((await send(node, JSON.stringify({ query: " ".repeat(2 * 1024 * 1024) }))).status).toBe(413);
  });

  it("carries one file, for one variable, from an allowed caller", async () => {
    const node = await open();
    const token = await node.token("create:publications");
    const query = "mutation ($input: CreatePublicationInput!) { createPublication(input: $input) { id } }";
    const operations = JSON.stringify({
      query,
      variables: { input: { type: "FILE", file: null, body: null } },
    });
    const form = (map: unknown, files: number) => {
      const data = new FormData();
      data.set("operations", operations);
      data.set("map", JSON.stringify(map));
      for (let index = 0; index < files; index += 1) data.set(String(index), new Blob(["bytes"]), "a.txt");
      return data;
    };
    const bearer = { authorization: `Bearer ${token}` };
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [index, ["variables.input.file"]]),
    );
    const before = await node.ctx.store.db.selectFrom("publications").select("id").execute();
    for (const data of [
      form(many, 100),
      form({ 0: Array(100).fill("variables.input.file") }, 1),
      form({ 0: ["variables.__proto__.file"] }, 1),
      form({ 0: ["variables.input.constructor"] }, 1),
      form({}, 0),
    ]) {
      expect((await send(node, data, bearer)).status).toBe(400);
    }
    expect((await send(node, form({ 0: ["variables.input.file"] }, 1))).status).toBe(401);
    expect(await node.ctx.store.db.selectFrom("publications").select("id").execute()).toEqual(before);
    const reply = await send(node, form({ 0: ["variables.input.file"] }, 1), bearer);
    expect(await reply.json()).toMatchObject({ data: { createPublication: { id: expect.any(String) } } });
  });
});

/** What means something to a database, to its search, or to a pattern. */
const operators = [
  "'",
  '"',
  "''",
  '""',
  "\\",
  "%",
  "_",
  "*",
  "?",
  "`",
  ";",
  "--",
  "/*",
  "\0",
  "$1",
  "?1",
  ":a",
  "@a",
  "' OR 1=1 --",
  '" OR "1"="1',
  "'; DROP TABLE publications; --",
  "1) UNION SELECT body FROM comments --",
  "\\'; SELECT pg_sleep(5); --",
  "a AND b",
  "a OR",
  "NOT",
  "NEAR(a b, 5)",
  "a NEAR/2 b",
  "title:a",
  "{title body}: a",
  "^a",
  "a*",
  "* a",
  "- - -",
  "-",
  "(((",
  ")))",
  '"a',
  'a"b"c',
  "+a",
  "a + b",
  "a & b",
  "a | !b",
  "a <-> b",
  "a:*",
  "a:A",
  "!",
  "!!a",
  "a:*AB",
  "<2>",
  "':*'",
  "from:%",
  "from:_",
  "from:'",
  'from:"a\\"',
  "before:9999-99-99",
  "after:0000-00-00",
  "before:",
  "from:",
  "-from:",
  "#",
  "#'",
  '#"',
  "@%",
  "#%",
  "_draft",
  "_all",
  "_by0x",
];

describe.each(databases)("operators of a database, on %s", (database) => {
  it("are plain text: they match nothing more, and cause no error", async () => {
    const node = await open(database);
    await node.publish("# Harbour\n\nShips.", { slug: "harbour" });
    await node.publish("# Hidden zanzibar", { state: "draft", slug: "zanzibar" });
    const ask =
      "query ($q: String!, $t: String!) { search(query: $q) { nodes { title } } suggestions(text: $q) { text } publications(tag: $t) { nodes { id } } }";
    const found = await node.ask(ask, { q: "harbour", t: "x" });
    expect(found.data).toMatchObject({ search: { nodes: [{ title: "Harbour" }] } });
    const three = `query ($a: String!, $b: String!, $c: String!) { ${["a", "b", "c"]
      .map(
        (one) =>
          `found_${one}: search(query: $${one}) { nodes { title } } suggested_${one}: suggestions(text: $${one}) { text } tagged_${one}: publications(tag: $${one}) { nodes { id } }`,
      )
      .join(" ")} }`;
    const places = `query ($text: String!, $id: ID!) {
      bySlug: publication(slug: $text) { id }
      byCursor: publications(after: $text) { nodes { id } }
      byId: publication(id: $id) { id }
    }`;
    for (const text of operators) {
      const [a, b, c] = [text, `harbour ${text}`, `${text} harbour`];
      const plain = await node.ask(three, { a, b, c });
      expect(plain.codes, text).toEqual([]);
      expect(JSON.stringify(plain.data), text).not.toContain("zanzibar");
      const { data, errors } = await node.ask(places, { text, id: text });
      expect(data, text).toEqual({ bySlug: null, byCursor: null, byId: null });
      const codes = Object.fromEntries(errors.map(({ path, extensions }) => [path?.[0], extensions?.code]));
      expect(codes, text).toEqual({ byCursor: "VALIDATION_FAILED", byId: "NOT_FOUND" });
      const page = await fetch(new URL(`/slug/${encodeURIComponent(text)}`, node.endpoint));
      expect(page.status, text).toBe(404);
    }
    expect(await node.ask(ask, { q: "harbour", t: "x" })).toMatchObject({ data: found.data });
  });
});

const headerNames = [
  "accept",
  "accept-language",
  "authorization",
  "cookie",
  "if-none-match",
  "range",
  "user-agent",
  "origin",
  "x-forwarded-for",
];

describe("the work for a text is linear in its length", () => {
  watchSteps();

  /** Four times the length takes four times the steps, where it is not cut before; its square would be sixteen times. */
  async function inProportion(text: string, act: (text: string) => Promise<void>): Promise<void> {
    const quarter = await stepsOf(() => act(text.slice(-2_000)));
    const whole = await stepsOf(() => act(text.slice(-8_000)));
    expect(whole, JSON.stringify(text.slice(0, 8))).toBeLessThan(8 * quarter);
  }

  it("in searches, comments and addresses", async () => {
    const node = await open();
    const { id } = await node.publish("# A post");
    const search =
      "query ($q: String!) { search(query: $q) { nodes { id } } suggestions(text: $q) { text } }";
    const comment =
      "mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }";
    const address =
      "query ($a: String!) { getSiweMessage(address: $a) { message } visitorConnectionToSign(url: $a) { title } }";
    for (const one of exploding) {
      await inProportion(one, async (text) => {
        expect((await node.ask(search, { q: text })).codes).toEqual([]);
        const input = {
          publicationId: String(id),
          body: text.slice(0, 5_000),
          authType: "EMAIL",
          authorId: text,
          authorName: text,
        };
        expect((await node.ask(comment, { input })).codes).toEqual(["VALIDATION_FAILED"]);
        expect((await node.ask(address, { a: text })).codes).not.toContain("INTERNAL_ERROR");
      });
    }
  });

  it("in a post and its page", async () => {
    const node = await open();
    for (const one of exploding) {
      await inProportion(one, async (text) => {
        // A blank post is refused.
        const post = await node.publish(`${text}\n\nEnd`, { state: "local" });
        const page = await fetch(new URL(`/publications/${post.id}`, node.endpoint));
        expect(page.status).toBe(200);
      });
    }
  });
});

it("does not depend on headers", async () => {
  const node = await open();
  const { id } = await node.publish("# A post", { state: "local" });
  const local = new URL(`/publications/${id}/file`, node.endpoint);
  for (const text of exploding) {
    // As much of it as a header may hold.
    const ascii = text.slice(0, 8_000).replace(/[^\x20-\x7e]/g, "x");
    const header = ascii.trim() || "x";
    for (const name of headerNames) {
      const reply = await fetch(local, { headers: { [name]: header } });
      expect(reply.status, name).toBeLessThan(500);
      await reply.bytes();
      const asked = await node.ask("{ __typename }", {}, { headers: { [name]: header } });
      expect(asked.status, name).toBeLessThan(500);
    }
  }
});
