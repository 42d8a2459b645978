import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode, readReply } from "../../../test/support/graphql-node.ts";
import { revokeToken } from "../../domain/access/tokens.ts";

let node: GraphqlNode;
let cookie: string;
beforeAll(async () => {
  node = await openGraphqlNode();
  cookie = `other=1; ${(await signIn()).cookie}; freehold_sessions=x`;
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const origin = "https://ada.example";
const message = `query Ask($address: String!) { getSiweMessage(address: $address) { message expiresAt } }`;
const enter = `mutation Enter($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token tokenId expiresAt } }`;

async function askToSign(headers: Record<string, string> = {}) {
  const { data, codes } = await node.ask(message, { address: node.address }, { headers });
  return { codes, text: (data?.getSiweMessage as { message: string } | null)?.message ?? "" };
}

/** As a page of the node's does it. */
async function signIn(headers: Record<string, string> = { origin, "sec-fetch-site": "same-origin" }) {
  const { text } = await askToSign(headers);
  const signature = await node.wallet.signMessage(text);
  const reply = await node.ask(enter, { input: { message: text, signature } }, { headers });
  const setCookie = reply.headers.get("set-cookie") ?? "";
  return { ...reply, text, signature, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

/** Lets a session's time be over. */
async function expireToken(id: string): Promise<void> {
  const { db } = node.ctx.store;
  await db.updateTable("tokens").set({ expiresAt: Date.now() }).where("id", "=", id).execute();
}

async function kindOf(headers: Record<string, string>, query = "{ viewer { kind } }") {
  const { status, data, codes } = await node.ask(query, {}, { headers });
  return { status, kind: (data?.viewer as { kind: string } | undefined)?.kind, codes };
}

describe("signing in", () => {
  it("gives a browser a cookie that no script reads and no other site sends", async () => {
    const { data, setCookie } = await signIn();
    expect(data?.signInWithEthereum).toMatchObject({ expiresAt: expect.stringMatching(/Z$/) });
    expect(setCookie).toMatch(
      /^freehold_session=[\w.-]+; Path=\/; Max-Age=6047\d\d; HttpOnly; SameSite=Strict$/,
    );
  });

  it("gives the cookie over HTTPS alone, unless on this machine", async () => {
    const { port } = new URL(node.endpoint);
    const { text } = await askToSign({ origin });
    const signature = await node.wallet.signMessage(text);
    const payload = { query: enter, variables: { input: { message: text, signature } } };
    const headers = { host: `ada.example:${port}`, origin };
    const reply = await node.app.inject({ method: "POST", url: "/api/graphql", payload, headers });
    expect(reply.headers["set-cookie"]).toMatch(/^__Host-freehold_session=[^;]+; Path=\/; .*; Secure$/);
  });

  it("takes no cookie over HTTPS that a neighbour under the same domain could have put there", async () => {
    const token = await node.signIn();
    const kindBy = async (given: string) => {
      const payload = { query: "{ viewer { kind } }" };
      const headers = { host: "ada.example", origin, cookie: given };
      return (await node.app.inject({ method: "POST", url: "/api/graphql", payload, headers })).json().data
        .viewer.kind;
    };
    expect(await kindBy(`freehold_session=${token}`)).toBe("ANONYMOUS");
    expect(await kindBy(`freehold_session=x; __Host-freehold_session=${token}`)).toBe("CLIENT");
  });

  it("names the page that asks, and takes no other site's", async () => {
    expect((await askToSign({ origin })).text).toMatch(/^ada\.example wants you to sign in/);
    expect((await askToSign()).text).toMatch(/^ada\.example wants you to sign in/);
    const own = new URL(node.endpoint).origin;
    expect((await askToSign({ origin: own })).text).toMatch(/^127\.0\.0\.1:\d+ wants/);
    expect((await askToSign({ origin: "http://localhost:3000" })).codes).toEqual(["FORBIDDEN"]);
    expect((await askToSign({ origin: "https://evil.example" })).codes).toEqual(["FORBIDDEN"]);
    expect((await askToSign({ origin: "null" })).codes).toEqual(["BAD_REQUEST"]);
  });

  it("takes a message once, and from the page that asked for it", async () => {
    const { text, signature } = await signIn();
    const again = await node.ask(enter, { input: { message: text, signature } }, { headers: { origin } });
    expect(again.codes).toEqual(["INVALID_SIGNATURE"]);
    expect(again.headers.get("set-cookie")).toBeNull();
    const elsewhere = await askToSign({ origin: new URL(node.endpoint).origin });
    const signed = await node.wallet.signMessage(elsewhere.text);
    const input = { message: elsewhere.text, signature: signed };
    expect((await node.ask(enter, { input }, { headers: { origin } })).codes).toEqual(["INVALID_SIGNATURE"]);
  });
});

describe("the cookie", () => {
  test.each([
    ["a page of the node's own", { origin, "sec-fetch-site": "same-origin" }],
    ["such a page in an old browser", { origin }],
    ["such a page that sends no origin", { "sec-fetch-site": "same-origin" }],
  ])("is the owner from %s", async (_name, headers) => {
    expect(await kindOf({ cookie, ...headers })).toEqual({ status: 200, kind: "CLIENT", codes: [] });
  });

  it("is the owner from the address at which the browser found the node", async () => {
    expect(await kindOf({ cookie, origin: new URL(node.endpoint).origin })).toMatchObject({ kind: "CLIENT" });
  });

  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["another site in an old browser", { origin: "https://evil.example" }],
    ["a neighbour of the same site", { origin: "https://blog.ada.example", "sec-fetch-site": "same-site" }],
    ["the same host without TLS", { origin: "http://ada.example" }],
    ["another port", { origin: "https://ada.example:8443" }],
    ["a page in a sandbox", { origin: "null" }],
    ["an address that somebody typed", { "sec-fetch-site": "none" }],
    ["nowhere that is known", {}],
    ["a name that only begins like it", { origin: "https://ada.example.evil.example" }],
    ["own words against the browser's", { origin, "sec-fetch-site": "cross-site" }],
  ])("is refused from %s", async (_name, headers) => {
    expect(await kindOf({ cookie, ...headers })).toEqual({
      status: 403,
      kind: undefined,
      codes: ["FORBIDDEN"],
    });
  });

  it("is refused with a form, unless no other site could have sent it", async () => {
    const send = async (extra: Record<string, string>) => {
      const form = new FormData();
      form.set("operations", JSON.stringify({ query: "{ viewer { kind } }", variables: { file: null } }));
      form.set("map", JSON.stringify({ 0: ["variables.file"] }));
      form.set("0", new Blob(["x"]), "x.txt");
      const headers = { cookie, origin, "sec-fetch-site": "same-origin", ...extra };
      return await readReply(await fetch(node.endpoint, { method: "POST", headers, body: form }));
    };
    expect((await send({})).codes).toEqual(["FORBIDDEN"]);
    expect((await send({ "graphql-require-preflight": "1" })).data).toEqual({ viewer: { kind: "CLIENT" } });
  });

  it("does not count where a bearer is", async () => {
    const authorization = `Bearer ${await node.token("read:timeline")}`;
    expect(await kindOf({ cookie, origin: "https://evil.example", authorization })).toMatchObject({
      kind: "INTEGRATION",
    });
    expect(await kindOf({ cookie, origin, authorization: "Bearer x" })).toMatchObject({ status: 401 });
  });

  it("holds a session alone, and no program's token", async () => {
    const token = await node.token("read:timeline");
    expect(await kindOf({ cookie: `freehold_session=${token}`, origin })).toMatchObject({
      kind: "ANONYMOUS",
    });
  });

  it("is taken away when its session is over, and its sender is anybody then", async () => {
    const session = await signIn();
    const headers = { cookie: session.cookie, origin };
    expect(await kindOf(headers)).toMatchObject({ kind: "CLIENT" });
    const left = await node.ask("mutation { signOut }", {}, { headers });
    expect(left.data).toEqual({ signOut: true });
    expect(left.headers.get("set-cookie")).toMatch(/^freehold_session=; Path=\/; Max-Age=0; HttpOnly/);
    const later = await node.ask("{ viewer { kind } tokens { id } }", {}, { headers });
    expect(later.data).toEqual({ viewer: { kind: "ANONYMOUS" }, tokens: null });
    expect(later.codes).toEqual(["UNAUTHENTICATED"]);
    expect(later.headers.get("set-cookie")).toMatch(/^freehold_session=; Path=\/; Max-Age=0/);
    const opened = session.data?.signInWithEthereum as { token: string } | undefined;
    expect(opened?.token).toMatch(/./);
    const token = opened?.token ?? null;
    expect((await node.ask("{ viewer { kind } }", {}, { token })).status).toBe(401);
  });

  test.each([
    ["was revoked from another device", (id: string) => revokeToken(node.ctx, id)],
    ["has expired", expireToken],
  ])("is taken away when its session %s", async (_how, end) => {
    const session = await signIn();
    const headers = { cookie: session.cookie, origin };
    const opened = session.data?.signInWithEthereum as { tokenId: string } | undefined;
    await end(opened?.tokenId ?? "");
    const later = await node.ask("{ viewer { kind } }", {}, { headers });
    expect([later.status, later.data]).toEqual([200, { viewer: { kind: "ANONYMOUS" } }]);
    expect(later.headers.get("set-cookie")).toMatch(
      /^freehold_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict/,
    );
  });

  it("is taken away by a program's bearer never", async () => {
    const reply = await node.ask("{ viewer { kind } }", {}, { headers: { cookie, origin }, token: "x" });
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([401, null]);
  });
});
