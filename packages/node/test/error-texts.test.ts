import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { commentLimits } from "../src/domain/comments/limits.ts";
import { limits } from "../src/graphql/limits.ts";
import { type GraphqlNode, openGraphqlNode } from "./support/graphql-node.ts";
import { openHttpNode } from "./support/http-node.ts";
import { long, operations, variants } from "./support/long-values.ts";

const KiB = 1024;
const piece = /zq\d{6}/gi;
/** Long texts fit into a body, a document and the headers of anybody, beside what is around them. */
const inBody = 60 * KiB;
const inDocument = 30 * KiB;
const inHeaders = 14 * KiB;

/** Reads headers of any length. */
const dispatcher = new Agent({ maxHeaderSize: 1024 * KiB });
let node: GraphqlNode;
let owner: string;
let at: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  at = new URL(node.endpoint).origin;
  owner = await node.signIn();
  await node.publish("# One", { slug: "one" });
});
afterAll(async () => {
  await dispatcher.close();
  await node[Symbol.asyncDispose]();
});

interface Sent {
  headers?: Record<string, string>;
  body?: string;
  origin?: string;
}

async function send(method: string, path: string, { headers = {}, body, origin = at }: Sent = {}) {
  const sent = { method: method as "GET", path, headers, dispatcher, ...(body !== undefined && { body }) };
  const reply = await request(origin, sent);
  const all = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}\n`);
  return { status: reply.statusCode, headers: all.join(""), body: await reply.body.text() };
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

function ask(query: string, variables: object = {}, token: string | null = null, operationName?: string) {
  const headers = { ...json, ...(token !== null && { authorization: `Bearer ${token}` }) };
  return send("POST", "/api/graphql", {
    headers,
    body: JSON.stringify({ query, variables, operationName }),
  });
}

/** @param room how long the whole body may be, in bytes */
function expectLittle(
  { headers, body }: { headers: string; body: string },
  { what, repeats = KiB, room = 4 * KiB }: { what: string; repeats?: number; room?: number },
): void {
  const repeated = ((headers + body).match(piece) ?? []).length * 8;
  expect(repeated, `repeated: ${what.slice(0, 200)}`).toBeLessThanOrEqual(repeats);
  expect(body.length, `in all: ${what.slice(0, 200)}`).toBeLessThanOrEqual(room);
}

describe("an error of GraphQL repeats little of", () => {
  const name = long(inDocument);
  const text = JSON.stringify(name);
  const shortName = (n: number) => long(limits.nameLength - 4, n * 100);
  const many = (count: number, make: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n)).join(" ");
  const named = [
    "{ NAME }",
    "{ NAME: viewer { kind } }",
    "{ viewer { NAME } }",
    "query NAME { a }",
    "query NAME NAME { a }",
    "query ($NAME: Int) { a }",
    "query ($a: NAME) { a }",
    "{ a(b: $NAME) }",
    "{ ...NAME }",
    "fragment NAME on Query { a } { ...NAME }",
    "{ ... on NAME { a } }",
    "{ viewer @NAME { kind } }",
    "{ publications(NAME: 1) { nodes { id } } }",
    "{ publications(states: [NAME]) { nodes { id } } }",
    "mutation { revokeToken(input: { NAME: 1 }) }",
    "NAME",
    "type NAME { a: Int }",
  ];
  const fields = [
    "NAME",
    "viewer { NAME }",
    "...NAME",
    "... on NAME { a }",
    "viewer @NAME { kind }",
    "publications(NAME: 1) { nodes { id } }",
    "publications(states: [NAME]) { nodes { id } }",
    "publications(first: $NAME) { nodes { id } }",
    "publications(tag: NAME) { nodes { id } }",
  ];
  const valued = [
    "{ TEXT }",
    '{ a(b: "NAME',
    '{ a(b: """NAME',
    '{ a(b: "NAME\\q") }',
    '{ a(b: "\\u{NAME}") }',
    "TEXT { a }",
    "{ publications(first: TEXT) { nodes { id } } }",
    "{ publications(states: [TEXT]) { nodes { id } } }",
    "{ publications(tag: { a: TEXT }) { nodes { id } } }",
    "{ publications(after: TEXT) { nodes { id } } }",
    "{ visitor(address: TEXT) { address } }",
    "{ publication(contentHash: TEXT) { id } }",
    "{ publication(id: TEXT) { id } }",
    "{ viewer @include(if: TEXT) { kind } }",
    "mutation { revokeToken(input: TEXT) }",
  ];
  const documents = [
    long(inBody),
    ...[...named, ...valued].map((one) => one.replaceAll("NAME", name).replaceAll("TEXT", text)),
    ...fields.map((field) => `{ ${many(15, (n) => field.replaceAll("NAME", shortName(n)))} }`),
    `{ ${many(15, (n) => `${shortName(0)}: ${n % 2 ? "profile" : "nodeStatus"} { ${shortName(n)}: __typename }`)} }`,
    many(15, () => `query ${shortName(0)} { __typename }`),
    `{ __typename } ${many(15, (n) => `fragment ${shortName(n)} on Query { __typename }`)}`,
    `query ${shortName(50)} (${many(15, (n) => `$${shortName(n)}: Int`)}) { __typename }`,
    `{ ${many(10, (n) => `a${n}: publications(first: "${long(2000, 300 * n)}") { nodes { id } }`)} }`,
    `{ ${many(10, (n) => `a${n}: publication(id: "${long(2000, 300 * n)}") { id }`)} }`,
    `{ ${many(4, (n) => `a${n}: visitorConnectionToSign(url: "https://${long(1800, 300 * n)}.example/") { title }`)} }`,
  ];

  it("a document", async () => {
    for (const document of documents) expectLittle(await ask(document), { what: document });
    // An error quotes one sign of an unknown token, or a number.
    for (const sign of ["é", "7", "1 ", "!", "\\", "\u0000"]) {
      const { body } = await ask(`{ a(b: ${sign.repeat(inDocument)}) }`);
      expect(body.length, sign).toBeLessThan(2 * KiB);
    }
  });

  const key = long(inBody - 2 * KiB);
  const values: unknown[] = [
    key,
    [[key]],
    Array.from({ length: 20 }, (_, n) => long(2000, 300 * n)),
    { [key]: 1 },
    { id: [key.slice(0, 8_000)], [long(500)]: { a: key.slice(8_000) } },
  ];
  test.each([
    ["Int!", "query ($v: Int!) { publications(first: $v) { nodes { id } } }"],
    ["Boolean!", "query ($v: Boolean!) { viewer @include(if: $v) { kind } }"],
    ["[Enum!]", "query ($v: [PublicationState!]) { publications(states: $v) { nodes { id } } }"],
    ["Enum!", "query ($v: PublicationState!) { publications(states: [$v]) { nodes { id } } }"],
    ["Address!", "query ($v: Address!) { visitor(address: $v) { address } }"],
    ["ContentHash", "query ($v: ContentHash) { publication(contentHash: $v) { id } }"],
    ["ID", "query ($v: ID) { publication(id: $v) { id } }"],
    ["String", "query ($v: String) { publications(after: $v) { nodes { id } } }"],
    ["[String!]!", "query ($v: [String!]!) { quoted(addresses: $v) { address } }"],
    ["Input!", "mutation ($v: ConfirmCommentInput!) { confirmComment(input: $v) { id } }"],
    ["DateTime", "mutation ($v: DateTime) { schedulePublication(input: { id: 1, at: $v }) { id } }"],
    ["BigInt", 'mutation ($v: BigInt) { saveDraft(input: { body: "", revision: $v }) { id } }'],
    ["Upload", "mutation ($v: Upload) { createPublication(input: { type: FILE, file: $v }) { id } }"],
    ["JSON!", 'mutation ($v: JSON!) { createConnection(typedData: $v, signature: "") { url } }'],
  ])("a variable of %s, compiled or not", async (type, query) => {
    for (const v of values) {
      const what = `${type} ${JSON.stringify(v)}`;
      for (let call = 0; call < limits.callsBeforeCompiling + 2; call += 1) {
        expectLittle(await ask(query, { v }), { what });
      }
    }
  });

  it("any other part of a request", async () => {
    expectLittle(await ask("{ __typename }", { [key]: 1 }), { what: "a variable that nobody asks for" });
    expectLittle(await ask("query A { __typename }", {}, null, key), { what: "an operation's name" });
    for (const body of [
      key,
      `{"query":1,"${key}":1}`,
      `{"query":"${key}`,
      `{"query":"a","extensions":"${key}"}`,
    ]) {
      expectLittle(await send("POST", "/api/graphql", { headers: json, body }), { what: body });
    }
  });

  it("the arguments of any operation, for any caller", async () => {
    for (const { query, args, isSafe } of operations()) {
      if (!isSafe) continue;
      for (const variables of variants(args)) {
        const what = `${query} ${JSON.stringify(variables)}`;
        for (const token of [null, owner]) expectLittle(await ask(query, variables, token), { what });
      }
    }
  });
});

/** A page of the site that says what is wrong, with all that stands around it. */
const page = 16 * KiB;

describe("an error of HTTP repeats little of", () => {
  const word = long(inHeaders);
  const hash = `0x${"ab".repeat(32)}`;
  const paths = [
    "/WORD",
    "/a/WORD/b",
    "//WORD",
    "/%zzWORD",
    "/?page=WORD",
    "/archive?page=WORD",
    "/install?WORD",
    "/api/WORD",
    "/api/contents/WORD",
    "/api/contents/1?thumb=WORD",
    "/api/portraits/WORD",
    "/api/probe/WORD",
    "/api/export?private=WORD",
    "/api/backup?WORD",
    "/assets/WORD",
    "/icons/WORD",
    "/console/WORD",
    "/ewp/WORD",
    "/ewp/contents/WORD",
    "/ewp/contents/%zzWORD",
    "/ewp/nodes/WORD",
    "/ewp/publications?WORD=1",
    `/ewp/contents/${hash}?timestamp=WORD`,
    `/ewp/contents/${hash}?thumb=WORD`,
    ...["limit", "page", "since"].map((name) => `/ewp/publications?${name}=WORD`),
    "/publications/WORD",
    "/publications/WORD/card.png",
    "/publications/WORD/file",
    "/slug/WORD",
    "/publications/1/diagrams/WORD",
    "/publications/1?comments=WORD",
    "/tags/WORD",
    "/tags/one?after=WORD",
    ...["feed.xml", "atom.xml", "feed.json"].map((name) => `/tags/WORD/${name}`),
    "/followers?after=WORD",
    "/following?after=WORD",
    "/search?q=a&after=WORD",
    "/search?q=WORD",
    "/verify?of=WORD",
    "/comments/confirm?id=1&token=WORD",
    "/comments/delete?id=WORD&token=a",
    "/comments/sent?post=WORD",
    "/comments/WORD/delete",
  ];
  test.each(paths)("the path %s", async (path) => {
    for (const method of ["GET", "POST", "PATCH", "DELETE", "OPTIONS"]) {
      const sent = method === "GET" ? {} : { headers: json, body: "{}" };
      const reply = await send(method, path.replace("WORD", word), sent);
      expectLittle(reply, { what: `${method} ${path}`, room: page });
    }
  });

  const headers: Record<string, string[]> = {
    ...Object.fromEntries(
      "accept accept-encoding accept-language access-control-request-headers access-control-request-method authorization content-encoding cookie forwarded host if-modified-since if-none-match if-range origin range referer sec-fetch-site user-agent via x-epress-node-updated x-forwarded-for x-forwarded-host x-forwarded-proto x-setup-code"
        .split(" ")
        .map((name) => [name, [word]]),
    ),
    "content-type": [
      `application/${word}`,
      `multipart/form-data; boundary=${word}`,
      `application/json; a=${word}`,
    ],
    authorization: [`Bearer ${word}`],
    cookie: [`freehold_session=${word}`],
    origin: [`https://${word}.example`],
    referer: ["OWN"],
    "if-none-match": [`"${word}"`],
  };
  test.each(Object.entries(headers))("the header %s", async (name, given) => {
    const siwe = `{ getSiweMessage(address: "${node.address}") { message } }`;
    const requests: [string, string, string?][] = [
      ...["/nothing", "/ewp/nothing", "/ewp/profile", "/api/backup", "/publications/1/file"].map(
        (path): [string, string] => ["GET", path],
      ),
      ...[
        "/ewp/connections",
        "/ewp/publications",
        "/api/visitors",
        "/api/install",
        "/api/install/diagnosis",
      ].map((path): [string, string, string] => ["POST", path, "{}"]),
      ["POST", "/api/graphql", JSON.stringify({ query: siwe })],
      ["POST", "/preferences", "theme=dark"],
      ["POST", "/comments", "post=1"],
      ["OPTIONS", "/ewp/profile"],
    ];
    for (const value of given) {
      for (const [method, path, body] of requests) {
        const type = body?.startsWith("{") ? json : form;
        const all = { ...(body !== undefined && type), [name]: value.replace("OWN", `${at}/${word}`) };
        const reply = await send(method, path, { headers: all, ...(body !== undefined && { body }) });
        expectLittle(reply, { what: `${method} ${path}`, room: page });
      }
    }
  });

  const body = long(inBody);
  const messages = ["CreateConnection", "DestroyConnection", "NodeProfileUpdate", "StatementOfSource", body];
  const bodies = [
    body,
    `"${body}"`,
    `["${body}"]`,
    `{"${body}":1}`,
    `{"url":"https://${body}/"}`,
    ...["address", "url", "mailTransport", "typedData", "signature"].map((key) =>
      JSON.stringify({ [key]: body }),
    ),
    ...["smtp://BODY", "smtp://[BODY]", "smtp://mail example/BODY"].map((transport) =>
      JSON.stringify({ mailTransport: transport.replace("BODY", body) }),
    ),
    ...messages.flatMap((primaryType) =>
      ["followerAddress", "followeeUrl", "timestamp", "title", "contentHash", body.slice(0, 9_000)].map(
        (field) => {
          const domain = { name: "epress world", version: "1", chainId: 1 };
          const message = { [field]: body.slice(0, 30_000) };
          const typedData = { domain, types: {}, primaryType, message };
          return JSON.stringify({ typedData, signature: `0x${"11".repeat(65)}` });
        },
      ),
    ),
  ];
  // Some routes are asked a few times a minute and no more: they get what they look at.
  test.each([
    ["POST", "/ewp/connections"],
    ["DELETE", "/ewp/connections"],
    ["POST", "/ewp/publications"],
    ["POST", "/ewp/replications"],
    ["PATCH", "/ewp/nodes/ADDRESS"],
    ["POST", "/api/install", /"types/],
    ["POST", "/api/install/diagnosis", /url"/],
    ["POST", "/api/smtp_check", /mailTransport/],
    ["POST", "/api/visitors"],
    ["DELETE", "/api/visitors"],
  ] as const)("a body by %s %s", async (method, path, pattern?: RegExp) => {
    const chosen = pattern ? bodies.filter((each) => pattern.test(each)).slice(0, 10) : bodies;
    for (const one of chosen) {
      const reply = await send(method, path.replace("ADDRESS", node.address), { headers: json, body: one });
      expectLittle(reply, { what: one });
    }
  });

  test.each([
    "/comments",
    "/comments/confirm",
    "/comments/delete",
    "/comments/1/delete",
    "/preferences",
    "/verify",
  ])("a form at %s; a comment's form keeps its values up to the length of each field", async (path) => {
    const usual = { post: "1", body: "Hello", name: "A", mail: "a@example.org" };
    for (const field of ["body", "name", "mail", "post", "id", "token", "of", "theme", "language", word]) {
      for (const size of [inBody, 900]) {
        const sent = new URLSearchParams({ ...usual, [field]: long(size) }).toString();
        // A pasted post stays in its field, whatever the check finds.
        const isPasted = path === "/verify" && field === "post";
        const isComment = path === "/comments" && field === "body";
        const repeats = isPasted ? inBody : isComment ? commentLimits.bodyLength : KiB;
        const reply = await send("POST", path, { headers: form, body: sent });
        expectLittle(reply, { what: `${field} ${size}`, repeats, room: page + repeats });
      }
    }
  });

  it("what comes before the installation", async () => {
    await using empty = await openHttpNode({ install: false });
    const origin = `http://127.0.0.1:${await empty.listen()}`;
    for (const path of ["/api/install", "/api/install/diagnosis", "/api/graphql", "/ewp/connections"]) {
      for (const one of bodies) {
        const reply = await send("POST", path, {
          headers: { ...json, "x-setup-code": word },
          body: one,
          origin,
        });
        expectLittle(reply, { what: `${path} ${one}` });
      }
    }
    for (const path of paths) {
      expectLittle(await send("GET", path.replace("WORD", word), { origin }), { what: path, room: page });
    }
  });
});
