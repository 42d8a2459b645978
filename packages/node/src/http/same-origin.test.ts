import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";

let node: GraphqlNode;
let session: string;
let postId: number;
beforeAll(async () => {
  const settings = { FREEHOLD_TRUST_PROXY: "127.0.0.1", FREEHOLD_URL: "https://started.example" };
  node = await openGraphqlNode({ settings });
  session = await node.signIn();
  postId = (await node.publish("# Post")).id;
});
afterAll(() => node[Symbol.asyncDispose]());

/** The sender of an operation, as the session names them; a status where it is refused. */
async function viewer(headers: Record<string, string>): Promise<unknown> {
  // Behind a proxy with TLS, and without one on this machine.
  const cookie = `__Host-freehold_session=${session}; freehold_session=${session}`;
  const payload = { query: "{ viewer { kind } }" };
  const reply = await node.app.inject({
    method: "POST",
    url: "/api/graphql",
    payload,
    headers: { host: "ada.example", cookie, ...headers },
  });
  return reply.json().data?.viewer.kind ?? reply.statusCode;
}

/** Whether a form of the site is taken for one of another site's. */
async function isFromElsewhere(headers: Record<string, string>): Promise<boolean> {
  const reply = await node.app.inject({
    method: "POST",
    url: "/comments",
    payload: `post=${postId}&body=x&name=x&mail=x`,
    headers: { host: "ada.example", "content-type": "application/x-www-form-urlencoded", ...headers },
  });
  return reply.statusCode === 403;
}

const own = "https://ada.example";
const evil = "https://evil.example";
const proxied = { "x-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https" };

describe("a page of this node", () => {
  test.each<[string, Record<string, string>]>([
    ["at its public URL", { origin: own }],
    ["behind a proxy that names itself", { origin: own, host: "127.0.0.1:8543", ...proxied }],
    ["at the URL of the configuration", { origin: "https://started.example", host: "started.example" }],
    ["on this machine", { origin: "http://localhost:8543", host: "localhost:8543" }],
    ["by an address of its network", { origin: "http://192.168.1.5:8543", host: "192.168.1.5:8543" }],
    ["by an IPv6 address", { origin: "http://[fd00::5]:8543", host: "[fd00::5]:8543" }],
    ["by a name of its network", { origin: "http://raspberry.local:8543", host: "raspberry.local:8543" }],
    ["as the browser says", { "sec-fetch-site": "same-origin" }],
  ])("is one %s", async (_how, headers) => {
    expect(await viewer(headers)).toBe("CLIENT");
    expect(await isFromElsewhere(headers)).toBe(false);
  });

  test.each<[string, Record<string, string>]>([
    ["a header says so", { origin: evil, "x-forwarded-host": "evil.example" }],
    [
      "the first of several says so",
      { origin: evil, "x-forwarded-host": "evil.example, ada.example", ...proxied },
    ],
    ["the standard header says so", { origin: evil, forwarded: 'host="evil.example"' }],
    ["Host says so: its name leads here", { origin: evil, host: "evil.example" }],
    ["Host and the browser say so", { origin: evil, host: "evil.example", "sec-fetch-site": "same-origin" }],
    ["it has the name without TLS", { origin: "http://ada.example" }],
    ["it has another port", { origin: `${own}:8443`, "x-forwarded-host": "ada.example:8443" }],
    ["it is on the reader's machine", { origin: "http://localhost:3000", host: "localhost:8543" }],
    [
      "a proxy hands on a name of its own",
      { origin: "http://127.0.0.1:8543", host: "127.0.0.1:8543", ...proxied },
    ],
    ["it has no origin", { origin: "null", host: "null" }],
    ["it is a page of another site", { origin: own, "sec-fetch-site": "cross-site" }],
  ])("is none because %s", async (_why, headers) => {
    expect(await viewer(headers)).toBe(403);
    expect(await isFromElsewhere(headers)).toBe(true);
  });
});
