import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitTables } from "../../../scripts/limits.ts";
import { limits } from "../src/http/limits.ts";
import { type GraphqlNode, openGraphqlNode } from "./support/graphql-node.ts";
import { openHttpNode } from "./support/http-node.ts";
import { connectRaw, requestText, say, statusOf } from "./support/raw-connection.ts";

/** The documented limits of requests and networks beyond which a request is refused. */
const refusing = new Map(
  limitTables
    .slice(0, 2)
    .flatMap(({ rows }) => rows)
    .filter(({ beyond }) => /^4\d\d/.test(beyond))
    .map(({ name, beyond }) => [name, beyond]),
);
/** What is answered at a limit, and one beyond it. */
type Edge = () => Promise<{ at: Reply; beyond: Reply }>;
interface Reply {
  status: number;
  body: string;
  detail: string | null;
  retryAfter: string | null;
}

let node: GraphqlNode;
let port: number;
/** Of a program. */
let token: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  port = Number(new URL(node.endpoint).port);
  token = await node.token("read:timeline");
});
afterAll(() => node[Symbol.asyncDispose]());

async function post(path: string, body: string, type = "application/json", at = port): Promise<Reply> {
  const reply = await fetch(`http://127.0.0.1:${at}${path}`, {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  const { headers } = reply;
  const text = await reply.text();
  const detail = headers.get("x-error-detail");
  return { status: reply.status, body: text, detail, retryAfter: headers.get("retry-after") };
}

/** The same, of an answer as text. */
function parse(answer: string): Reply {
  const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, "im").exec(answer)?.[1] ?? null;
  const body = answer.split("\r\n\r\n")[1] ?? "";
  return {
    status: statusOf(answer),
    body,
    detail: header("x-error-detail"),
    retryAfter: header("retry-after"),
  };
}

const bodies = (path: string, make: (size: number) => string, size: number, type?: string): Edge => {
  return async () => ({
    at: await post(path, make(size), type),
    beyond: await post(path, make(size + 1), type),
  });
};
/** Of the same, by a program. */
const programs = (make: (size: number) => string, size: number): Edge => {
  const send = async (body: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const reply = await fetch(node.endpoint, { method: "POST", headers, body });
    return { status: reply.status, body: await reply.text(), detail: null, retryAfter: null };
  };
  return async () => ({ at: await send(make(size)), beyond: await send(make(size + 1)) });
};
const padded = (size: number) => `{"a":"${"x".repeat(size - 8)}"}`;
const query = (size: number) => {
  const start = '{"query":"{ __typename }","variables":{"x":"';
  return `${start}${"x".repeat(size - start.length - 3)}"}}`;
};
const nested = (depth: number) => '{"a":'.repeat(depth - 1).concat("{}", "}".repeat(depth - 1));
const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(",")}}`;
/** Of so many values there is a key and a value to each comma and colon, and one before them. */
const valued = (values: number) =>
  values % 2 === 0 ? keys(values / 2) : `{"l":[1,1],${keys((values - 3) / 2).slice(1)}`;
const listed = (values: number) =>
  `{"query":"{ __typename }","variables":{"x":[${Array(values - 4)
    .fill(1)
    .join(",")}]}}`;

/** Tries as often as the limit lets pass, and once more, in no time at all: a slow machine would earn tries meanwhile. */
const often = (path: string, times: number): Edge => {
  return async () => {
    await using own = await openHttpNode({ now: () => 0 });
    const port = await own.listen();
    const replies: Reply[] = [];
    for (let count = 0; count <= times; count += 1) replies.push(await post(path, "{}", undefined, port));
    return { at: replies.at(-2) as Reply, beyond: replies.at(-1) as Reply };
  };
};

async function withHeaders(count: number): Promise<Reply> {
  // Host and Connection are two of them.
  const extra = Object.fromEntries(Array.from({ length: count - 2 }, (_, n) => [`x-${n}`, "1"]));
  return parse(await say(port, requestText("GET /livez", extra)));
}

async function withHeaderBytes(size: number): Promise<Reply> {
  return parse(await say(port, requestText("GET /livez", { "x-long": "x".repeat(size) })));
}

/** Holds so many connections open, then asks over one more. */
async function amongConnections(count: number): Promise<Reply> {
  await using own = await openHttpNode({ settings: { FREEHOLD_CONNECTIONS_PER_ADDRESS: "8" } });
  const port = await own.listen();
  const held = await Promise.all(Array.from({ length: count }, () => connectRaw(port)));
  try {
    return parse(await say(port, requestText("GET /ewp/profile")));
  } finally {
    for (const one of held) one[Symbol.dispose]();
  }
}

const edges: Readonly<Record<string, Edge>> = {
  messageBytes: bodies("/ewp/connections", padded, limits.messageBytes),
  graphqlBytes: programs(query, limits.graphqlBytes),
  anonymousGraphqlBytes: bodies("/api/graphql", query, limits.anonymousGraphqlBytes),
  installationBytes: bodies("/api/install", padded, limits.installationBytes),
  formBytes: bodies(
    "/comments/confirm",
    (size) => "x".repeat(size),
    limits.formBytes,
    "application/x-www-form-urlencoded",
  ),
  commentFormBytes: bodies(
    "/comments",
    (size) => "x".repeat(size),
    limits.commentFormBytes,
    "application/x-www-form-urlencoded",
  ),
  verifyFormBytes: bodies(
    "/verify",
    (size) => "x".repeat(size),
    limits.verifyFormBytes,
    "application/x-www-form-urlencoded",
  ),
  jsonDepth: bodies("/ewp/connections", nested, limits.jsonDepth),
  messageValues: bodies("/ewp/connections", valued, limits.messageValues),
  jsonValues: programs(listed, limits.jsonValues),
  smtpChecksPerMinute: often("/api/smtp_check", limits.smtpChecksPerMinute),
  installationsPerMinute: often("/api/install", limits.installationsPerMinute),
  headers: async () => ({
    at: await withHeaders(limits.headers),
    beyond: await withHeaders(limits.headers + 1),
  }),
  headerBytes: async () => ({
    // The other headers and the request line take less than a hundred.
    at: await withHeaderBytes(limits.headerBytes - 100),
    beyond: await withHeaderBytes(limits.headerBytes),
  }),
  connectionsPerNetwork: async () => ({ at: await amongConnections(7), beyond: await amongConnections(8) }),
  diagnosesPerMinute: often("/api/install/diagnosis", limits.diagnosesPerMinute),
  requestsPerMinute: async () => {
    await using own = await openHttpNode({ settings: { FREEHOLD_RATE_LIMIT: "5" }, now: () => 0 });
    const port = await own.listen();
    const replies: Reply[] = [];
    for (let count = 0; count < 6; count += 1)
      replies.push(await post("/ewp/connections", "{}", undefined, port));
    return { at: replies[4] as Reply, beyond: replies[5] as Reply };
  },
};

/** Limits whose edge is tried by another test, which names them. */
const elsewhere: Readonly<Record<string, string>> = {
  headersMs: "test/weaknesses/stopped-03-headers-without-end.test.ts",
  requestMs: "src/http/plugins/body-timeout.test.ts",
  uploadMs: "src/http/plugins/body-timeout.test.ts",
  requestBurst: "src/limiter/rates.test.ts",
  messagesPerMinute: "test/weaknesses/stopped-05-tables-that-anybody-fills.test.ts",
  bodyBytesPerNetwork: "src/http/plugins/limit-bytes.test.ts",
  downloads: "src/http/api/downloads.test.ts",
  eventStreams: "src/http/api/events.test.ts",
  eventStreamsPerSession: "src/http/api/events.test.ts",
  eventStreamsOfTokens: "src/http/api/events.test.ts",
};

describe("each limit of a request, at its edge", () => {
  test.each(Object.entries(edges))("%s", async (name, edge) => {
    const { at, beyond } = await edge();
    const declared = refusing.get(name) ?? "";
    const [, status = "", code = ""] = /^(\d{3})(?: ([A-Z_]+))?/.exec(declared) ?? [];
    expect(beyond.status).toBe(Number(status));
    if (code !== "") expect(beyond.body).toContain(`"${code}"`);
    if (status === "429") expect(Number(beyond.retryAfter)).toBeGreaterThan(0);
    // Where both are an error of the same code, the sentence tells which.
    expect([at.status, at.detail]).not.toEqual([beyond.status, beyond.detail]);
  });

  test("every limit of a request has a test", () => {
    expect(Object.keys({ ...edges, ...elsewhere }).sort()).toEqual([...refusing.keys()].sort());
    for (const file of Object.values(elsewhere)) {
      expect(() => readFileSync(join(import.meta.dirname, "..", file), "utf8")).not.toThrow();
    }
  });
});

test("open requests are counted by the address that a trusted proxy forwards", async () => {
  const settings = { FREEHOLD_CONNECTIONS_PER_ADDRESS: "8", FREEHOLD_TRUST_PROXY: "127.0.0.1" };
  await using own = await openHttpNode({ settings });
  const port = await own.listen();
  const waiting = (client: string) =>
    requestText("POST /ewp/connections", {
      "x-forwarded-for": client,
      "content-type": "application/json",
      "content-length": "10",
    });
  const held = await Promise.all(Array.from({ length: 8 }, () => connectRaw(port)));
  try {
    for (const { socket } of held) socket.write(waiting("192.0.2.1"));
    // The ninth of one client, whichever that is, is refused; another client's is not.
    await expect
      .poll(async () =>
        statusOf(await say(port, requestText("GET /ewp/profile", { "x-forwarded-for": "192.0.2.1" }))),
      )
      .toBe(429);
    const other = await say(port, requestText("GET /ewp/profile", { "x-forwarded-for": "192.0.2.2" }));
    expect(statusOf(other)).toBe(200);
    const alive = await say(port, requestText("GET /livez", { "x-forwarded-for": "192.0.2.1" }));
    expect(statusOf(alive)).toBe(200);
  } finally {
    for (const one of held) one[Symbol.dispose]();
  }
});
