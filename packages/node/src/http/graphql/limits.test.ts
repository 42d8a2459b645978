import { request as httpRequest } from "node:http";
import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { limits } from "../../graphql/limits.ts";
import { limits as httpLimits } from "../limits.ts";

let node: GraphqlNode;
let owner: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: viewer { kind }`).join(" ")} }`;

/** A chain of fragments, each of which spreads the next twice: 2^40 fields, in a few words. */
const bomb = [
  "{ viewer { ...F0 } }",
  ...Array.from({ length: 40 }, (_, n) => `fragment F${n} on Viewer { ...F${n + 1} ...F${n + 1} }`),
  "fragment F40 on Viewer { kind }",
].join("\n");

describe("too much", () => {
  const nested = `{ publications { nodes { comments { nodes { publication { comments { nodes { publication { comments { nodes { publication { comments { nodes { id } } } } } } } } } } } } } }`;
  test.each([
    ["a document that is too long", `{ viewer { kind } } # ${"x".repeat(limits.documentLength)}`],
    [
      "a text within it that is too long",
      `{ search(query: "${"x".repeat(limits.documentLength)}") { nodes { id } } }`,
    ],
    ["too deep", nested],
    [
      "too deep by fragments",
      `{ publications { nodes { ...A } } } fragment A on Publication { comments { nodes { publication { ...B } } } } fragment B on Publication { comments { nodes { publication { comments { nodes { publication { comments { nodes { id } } } } } } } } }`,
    ],
    ["too many aliases", aliases(limits.aliases + 1)],
    [
      "too many operations",
      Array.from({ length: limits.operations + 1 }, (_, n) => `query Q${n} { viewer { kind } }`).join(" "),
    ],
    [
      "too dear by its lists",
      "{ publications(first: 100) { nodes { comments(first: 100) { nodes { id } } } } }",
    ],
    [
      "too dear by what it calls",
      '{ a: visitorConnectionToSign(url: "x") { title } b: visitorConnectionToSign(url: "x") { title } c: visitorConnectionToSign(url: "x") { title } d: visitorConnectionToSign(url: "x") { title } e: visitorConnectionToSign(url: "x") { title } f: visitorConnectionToSign(url: "x") { title } }',
    ],
  ])("%s is refused before anything is done", async (_name, query) => {
    for (const token of [null, owner]) {
      const { data, codes } = await node.ask(query, {}, { token });
      expect({ data, codes }).toEqual({ data: undefined, codes: ["TOO_COMPLEX"] });
    }
  });

  test.each([
    ["words", `{ viewer { ${"kind ".repeat(limits.tokens)} } }`],
    ["directives", `{ viewer { kind ${"@skip(if: true) ".repeat(200)} } }`],
  ])("too many %s", async (_name, query) => {
    const { data, errors } = await node.ask(query);
    expect(data).toBeUndefined();
    expect(errors[0]?.message).toMatch(/contains more that 1000 tokens/);
  });

  it("counts what a variable or its default says", async () => {
    const query = (declared: string) =>
      `query Q(${declared}) { publications(first: $n) { nodes { comments(first: 50) { nodes { id } } } } }`;
    expect((await node.ask(query("$n: Int!"), { n: 100 })).codes).toEqual(["TOO_COMPLEX"]);
    expect((await node.ask(query("$n: Int! = 100"))).codes).toEqual(["TOO_COMPLEX"]);
    expect((await node.ask(query("$n: Int! = 100"), { n: 2 })).codes).toEqual([]);
    expect((await node.ask(query("$n: Int!"), { n: 2 })).codes).toEqual([]);
  });

  it("measures a fragment once, however often it is spread", async () => {
    const { data, errors } = await node.ask(bomb);
    expect(errors).toEqual([]);
    expect(data).toEqual({ viewer: { kind: "ANONYMOUS" } });
  });

  it("refuses a subscription, beside a query too, and writes nothing into the log of errors", async () => {
    for (const query of [
      "subscription { x }",
      "query A { viewer { kind } } subscription B { viewer { kind } }",
    ]) {
      const { data, codes, errors } = await node.ask(query);
      expect({ data, codes }).toEqual({ data: undefined, codes: ["BAD_REQUEST"] });
      expect(JSON.stringify(errors)).toContain("There are no subscriptions here");
    }
  });

  it("is not led round in a circle", async () => {
    const query = "{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }";
    const { data, codes } = await node.ask(query);
    expect({ data, codes }).toEqual({ data: undefined, codes: ["BAD_REQUEST"] });
  });

  it("tells no more than ten errors of a document, and no field that it did not name", async () => {
    const query = `{ ${Array.from({ length: 100 }, (_, n) => `profil${n}`).join(" ")} }`;
    const { errors } = await node.ask(query);
    expect(errors.length).toBeLessThanOrEqual(limits.validationErrors + 1);
    expect(JSON.stringify(errors)).not.toMatch(/Did you mean/);
  });

  it("has pages of up to a hundred", async () => {
    const { codes } = await node.ask("{ publications(first: 101) { nodes { id } } }");
    expect(codes).toEqual(["VALIDATION_FAILED"]);
  });

  it("passes what is just not too much", async () => {
    expect((await node.ask(aliases(limits.aliases))).codes).toEqual([]);
  });

  it("has names of up to a hundred characters", async () => {
    const name = "a".repeat(limits.nameLength);
    expect((await node.ask(`{ ${name}: viewer { kind } }`)).data).toEqual({ [name]: { kind: "ANONYMOUS" } });
    expect((await node.ask(`{ ${name}a: viewer { kind } }`)).codes).toEqual(["TOO_COMPLEX"]);
  });
});

describe("questions about the schema", () => {
  it("are for the owner, also when the same was answered a moment ago", async () => {
    const program = await node.token("read:timeline", "manage:settings");
    for (const query of [
      getIntrospectionQuery(),
      "{ __schema { types { name } } }",
      '{ __type(name: "Query") { fields { name } } }',
    ]) {
      for (let round = 0; round < limits.callsBeforeCompiling + 3; round += 1) {
        const answer = await node.ask(query, {}, { token: owner });
        expect(answer.codes).toEqual([]);
        for (const token of [null, program]) {
          const { data, codes } = await node.ask(query, {}, { token });
          expect({ data, codes }).toEqual({ data: undefined, codes: ["FORBIDDEN"] });
        }
      }
    }
  });

  it("hide in no fragment", async () => {
    const query = "{ ...A } fragment A on Query { ... { x: __schema { types { name } } } }";
    expect((await node.ask(query)).codes).toEqual(["FORBIDDEN"]);
    const named = '{ __type(name: "Query") { ...A } } fragment A on __Type { fields { name } }';
    expect((await node.ask(named)).codes).toEqual(["FORBIDDEN"]);
  });

  it("of what a type is called are for anybody", async () => {
    const { data } = await node.ask('{ __type(name: "Profile") { name kind } }');
    expect(data).toEqual({ __type: { name: "Profile", kind: "OBJECT" } });
  });
});

describe("other ways in", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(node.endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  test.each([
    ["a batch", JSON.stringify([{ query: "{ __typename }" }, { query: "{ __typename }" }])],
    ["an empty batch", "[]"],
    ["null", "null"],
    ["a text", '"{ __typename }"'],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString("latin1")],
  ])("%s is refused", async (_name, body) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_REQUEST" } }] });
  });

  it("a document that was parsed by somebody else is none", async () => {
    const ast = { kind: "Document", definitions: [] };
    const { data, codes } = await node.ask(JSON.stringify(ast));
    expect({ data, codes }).toEqual({ data: undefined, codes: ["BAD_REQUEST"] });
    for (const query of ["null", "1", "[]", ""])
      expect((await node.ask(query)).codes).toEqual(["BAD_REQUEST"]);
  });

  it("JSON that is nested without end is refused", async () => {
    const reply = await post(
      `{"query":"{ __typename }","variables":{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}}`,
    );
    expect(reply.status).toBe(400);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("%s is 405", async (method) => {
    const reply = await fetch(`${node.endpoint}?query={__typename}`, { method });
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("POST");
  });

  const operation = '{"query":"{ __typename }"}';
  const json = { "content-type": "application/json" };

  test.each([
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "application/graphql" },
    { "content-type": "application/graphql-response+json" },
    { "content-type": "text/json" },
    { "content-type": "json" },
    { "content-type": "application/json, text/plain" },
    { "content-type": "" },
    { ...json, "content-encoding": "gzip" },
    { ...json, "content-encoding": "br, identity" },
  ])("%j is 415, with what is read here", async (headers) => {
    const reply = await post(operation, headers);
    expect(reply.status).toBe(415);
    expect(reply.headers.get("accept")).toBe("application/json, multipart/form-data");
    expect(reply.headers.get("accept-encoding")).toBe("identity");
    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: "UNSUPPORTED_TYPE" } }] });
  });

  test("no type at all is 415, too", async () => {
    const body = new Blob([operation]);
    expect((await fetch(node.endpoint, { method: "POST", body })).status).toBe(415);
  });

  test.each([
    { "content-type": "application/json; charset=utf-8" },
    { "content-type": 'APPLICATION/JSON;charset="UTF-8"' },
    { ...json, "content-encoding": "Identity" },
  ])("%j is read", async (headers) => {
    expect((await post(operation, headers)).status).toBe(200);
  });

  test.each(["[]", `[${operation}]`])("the batch %s is 400", async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  it("a page of another site may use a token, and nothing else is shared with it", async () => {
    const origin = "https://elsewhere.example";
    const asked = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    };
    const preflight = await fetch(node.endpoint, { method: "OPTIONS", headers: { origin, ...asked } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    const anonymous = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const refused = await fetch(node.endpoint, { method: "OPTIONS", headers: { origin, ...anonymous } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([405, null]);
    // Even refused, so that the page can tell why.
    const withToken = await post('{"query":"{ __typename }"}', { origin, authorization: "Bearer nonsense" });
    expect(withToken.status).toBe(401);
    expect(withToken.headers.get("access-control-allow-origin")).toBe("*");
    const without = await post('{"query":"{ __typename }"}', { origin });
    for (const { headers } of [preflight, withToken, without]) {
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
    expect(without.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("a body", () => {
  /** Sent in pieces, with its length before it or in chunks, and never ended where it is endless. */
  const send = (size: number, headers: Record<string, string>, { chunked = false, isEndless = false } = {}) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const start = '{"query":"{ __typename }","variables":{"x":"';
      const body = Buffer.from(`${start}${"x".repeat(size - start.length - 3)}"}}`);
      const length = chunked ? {} : { "content-length": String(body.length) };
      const call = httpRequest(node.endpoint, {
        method: "POST",
        headers: { "content-type": "application/json", ...length, ...headers },
      });
      call.once("error", reject);
      call.once("response", async (reply) => {
        const text = (await Array.fromAsync(reply as AsyncIterable<Buffer>)).join("");
        resolve({ status: reply.statusCode, body: text });
        call.destroy();
      });
      for (let at = 0; at < body.length; at += 10_000) call.write(body.subarray(at, at + 10_000));
      if (!isEndless) call.end();
    });
  const tooLarge = { status: 413, body: expect.stringContaining('"code":"TOO_LARGE"') };
  const carriedOut = { status: 200, body: '{"data":{"__typename":"Query"}}' };
  const { anonymousGraphqlBytes, graphqlBytes } = httpLimits;

  it.each([
    ["with its length", {}],
    ["in chunks", { chunked: true }],
  ])("%s has up to 64 KiB from anybody", async (_how, how) => {
    expect(await send(anonymousGraphqlBytes, {}, how)).toEqual(carriedOut);
    expect(await send(anonymousGraphqlBytes + 1, {}, how)).toEqual(tooLarge);
    for (const authorization of ["Bearer x", `Bearer ${owner.slice(0, -4)}AAAA`]) {
      expect(await send(anonymousGraphqlBytes + 1, { authorization }, how)).toEqual(tooLarge);
    }
    expect(await send(anonymousGraphqlBytes + 1, { cookie: "freehold_session=x" }, how)).toEqual(tooLarge);
  });

  it.each([
    ["with its length", {}],
    ["in chunks", { chunked: true }],
  ])("%s has up to 1 MiB from whoever brings a session or a token", async (_how, how) => {
    const page = { cookie: `freehold_session=${owner}`, "sec-fetch-site": "same-origin" };
    const program = { authorization: `Bearer ${await node.token("read:timeline")}` };
    for (const headers of [page, program, { authorization: `Bearer ${owner}` }]) {
      expect(await send(graphqlBytes, headers, how)).toEqual(carriedOut);
      expect(await send(graphqlBytes + 1, headers, how)).toEqual(tooLarge);
    }
  });

  it("that is too large is refused before it has come", async () => {
    expect(await send(2 * anonymousGraphqlBytes, {}, { chunked: true, isEndless: true })).toEqual(tooLarge);
    expect(await send(2 * anonymousGraphqlBytes, {}, { isEndless: true })).toEqual(tooLarge);
  });
});

describe("several operations in one document", () => {
  const query = "query A { viewer { kind } } query B { profile { title } }";
  const ask = async (operationName: string | null) => {
    const reply = await fetch(node.endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, operationName }),
    });
    return await reply.json();
  };

  it("are told apart, also when the document was compiled", async () => {
    for (let round = 0; round < limits.callsBeforeCompiling + 3; round += 1) {
      expect(await ask("A")).toEqual({ data: { viewer: { kind: "ANONYMOUS" } } });
      expect(await ask("B")).toEqual({ data: { profile: { title: "Ada" } } });
    }
    for (const name of [null, "C", ""]) {
      expect(await ask(name)).toMatchObject({ errors: [{ extensions: { code: "BAD_REQUEST" } }] });
    }
  });
});

it("says before the installation that there is nothing yet", async () => {
  await using empty = await openGraphqlNode({ install: false });
  for (const [method, token] of [
    ["POST", null],
    ["POST", "x"],
  ] as const) {
    const reply = await fetch(empty.endpoint, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: '{"query":"{ profile { title } }"}',
    });
    expect(reply.status).toBe(503);
    const body = (await reply.json()) as { error: string; message: string };
    expect(body).toEqual({ error: "NOT_INSTALLED", message: expect.stringMatching(/./) });
  }
});
