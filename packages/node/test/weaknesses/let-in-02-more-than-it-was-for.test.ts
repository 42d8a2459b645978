import { createHmac } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { getNamedType, isCompositeType } from "graphql";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { scopes } from "../../src/domain/access/scopes.ts";
import { obtainTokenKey } from "../../src/domain/access/token-format.ts";
import { listOperations, schema } from "../../src/graphql/schema.ts";
import { argumentsOf } from "../support/graphql-arguments.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { createWallet } from "../support/wallet.ts";

let node: GraphqlNode;
let other: GraphqlNode;
beforeAll(async () => {
  [node, other] = [await openGraphqlNode(), await openGraphqlNode()];
});
afterAll(async () => {
  for (const one of [node, other]) await one[Symbol.asyncDispose]();
});

const own = "https://ada.example";
const question = "query ($address: String!) { getSiweMessage(address: $address) { message } }";
const entry =
  "mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token tokenId } }";

async function readMessage(origin = own, at = node, address: string = at.address): Promise<string> {
  const { data } = await at.ask(question, { address }, { headers: { origin } });
  return Object(data?.getSiweMessage).message ?? "";
}

async function enter(message: string, signature: string, origin = own, at = node) {
  const reply = await at.ask(entry, { input: { message, signature } }, { headers: { origin } });
  return {
    ...reply,
    code: reply.codes[0],
    token: Object(reply.data?.signInWithEthereum).token as string | undefined,
  };
}

/** Who a credential makes its sender; a refusal by its code. */
async function viewerBy(headers: Record<string, string>): Promise<unknown> {
  const { data, codes } = await node.ask("{ viewer { kind } }", {}, { headers });
  return codes[0] ?? Object(data?.viewer).kind;
}

const bearer = (token: string) => viewerBy({ authorization: `Bearer ${token}` });
const cookie = (token: string) => viewerBy({ cookie: `freehold_session=${token}`, origin: own });

describe("a message to sign in", () => {
  it("opens a session only when it is signed, and only once", async () => {
    const message = await readMessage();
    expect(message).toMatch(/Nonce: [0-9a-f]{32}/);
    const nonce = /Nonce: (\w+)/.exec(message)?.[1] ?? "";
    for (const text of [nonce, message.replaceAll("\n", " "), Buffer.from(message).toString("base64url")]) {
      expect(await bearer(text)).toMatch(/UNAUTHENTICATED|ANONYMOUS/);
      expect(await cookie(text)).toBe("ANONYMOUS");
    }
    const signature = await node.wallet.signMessage(message);
    const first = await enter(message, signature);
    expect(await bearer(first.token ?? "")).toBe("CLIENT");
    expect(await enter(message, signature)).toMatchObject({ code: "INVALID_SIGNATURE", token: undefined });
    expect(await bearer(signature)).toBe("UNAUTHENTICATED");
  });

  it("opens one session when many use it at the same time", async () => {
    const message = await readMessage();
    const signature = await node.wallet.signMessage(message);
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter(message, signature)));
    expect(tries.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set([undefined, "INVALID_SIGNATURE"]));
  });

  test.each<[string, (message: string) => string]>([
    ["of another site", (text) => text.replaceAll("ada.example", "evil.example")],
    ["of a name that only looks the same", (text) => text.replaceAll("ada.example", "аda.example")],
    ["of another chain", (text) => text.replace("Chain ID: 1", "Chain ID: 5")],
    ["that lasts longer", (text) => text.replace(/Expiration Time: \d{4}/, "Expiration Time: 2999")],
    ["with another nonce", (text) => text.replace(/Nonce: \w+/, `Nonce: ${"0".repeat(32)}`)],
    ["with a resource more", (text) => `${text}\nResources:\n- https://ada.example/everything`],
    ["with a line break more", (text) => `${text}\n`],
    ["with the line breaks of another system", (text) => text.replaceAll("\n", "\r\n")],
    ["of another site", () => "ada.example wants you to sign in with your Ethereum account:\n"],
  ])("is refused %s, though the owner signed it", async (_what, change) => {
    const message = await readMessage();
    const changed = change(message);
    expect(changed).not.toBe(message);
    expect((await enter(changed, await node.wallet.signMessage(changed))).code).toBe("INVALID_SIGNATURE");
    // It was not used up by that.
    expect((await enter(message, await node.wallet.signMessage(message))).code).toBeUndefined();
  });

  it.each([
    ["tells of itself", { "x-forwarded-for": "203.0.113.9" }],
    ["tells of itself by the standard", { forwarded: "for=203.0.113.9" }],
    ["keeps the public name", { host: "ada.example" }],
  ])("is required from the owner's machine behind a proxy that %s", async (_what, headers) => {
    const { origin } = new URL(node.endpoint);
    const ask = (more: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        const sent = { "content-type": "application/json", origin, ...more };
        const call = request(new URL("/api/graphql", node.endpoint), { method: "POST", headers: sent });
        call.on("error", reject).on("response", (reply) => text(reply).then(resolve, reject));
        call.end(JSON.stringify({ query: question, variables: { address: node.address } }));
      });
    expect(await ask({})).toContain("wants you to sign in");
    expect(await ask(headers)).toContain("FORBIDDEN");
  });

  it("is for the page that asked, for this node, and for the owner", async () => {
    for (const origin of [
      "https://evil.example",
      "https://ada.example.evil.example",
      "http://ada.example",
      "https://ada.example:8443",
      "null",
      "http://localhost:3000",
      "http://localhost",
      new URL(node.endpoint).origin.replace("http:", "https:"),
      new URL(node.endpoint).origin.replace("127.0.0.1", "localhost"),
    ]) {
      expect(await readMessage(origin)).toBe("");
    }
    const here = await readMessage(new URL(node.endpoint).origin);
    const signature = await node.wallet.signMessage(here);
    expect((await enter(here, signature, own)).code).toBe("INVALID_SIGNATURE");
    const elsewhere = await readMessage(own, other);
    expect((await enter(elsewhere, await node.wallet.signMessage(elsewhere))).code).toBe("INVALID_SIGNATURE");

    const otherWallet = createWallet(9);
    expect(await readMessage(own, node, otherWallet.address)).toBe("");
    const message = await readMessage();
    expect((await enter(message, await otherWallet.signMessage(message))).code).toBe("INVALID_SIGNATURE");
    const [signed] = [await node.wallet.signMessage(message)];
    for (const bent of [
      `${signed}00`,
      signed.slice(0, -2),
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(400)}`,
    ]) {
      expect((await enter(message, bent)).code).toBe("INVALID_SIGNATURE");
    }
    expect((await enter(message, signed)).code).toBeUndefined();
  });
});

describe("a token of one kind", () => {
  it("is not accepted as the other: an API token is no cookie, and has no session to end", async () => {
    const token = await node.token(...scopes);
    expect(await bearer(token)).toBe("INTEGRATION");
    expect(await cookie(token)).toBe("ANONYMOUS");
    expect((await node.ask("mutation { signOut }", {}, { token })).codes).toEqual(["FORBIDDEN"]);
    const session = await node.signIn();
    expect([await bearer(session), await cookie(session)]).toEqual(["CLIENT", "CLIENT"]);
  });

  it("can't be turned into the other, extended, or given more scopes, even with the key", async () => {
    const [program, session] = [await node.token("read:timeline"), await node.signIn()];
    const key = await obtainTokenKey(node.ctx);
    const claims = decodeJwt(program);
    const sign = (payload: Record<string, unknown>, alg = "HS256") =>
      new SignJWT(payload).setProtectedHeader({ alg, typ: "JWT" }).sign(key);
    const [head, body, tail] = program.split(".");
    const base = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const rs = `${base({ alg: "HS256", typ: "JWT" })}.${base({ ...claims, kind: "client" })}`;
    const forged = [
      `${base({ alg: "none", typ: "JWT" })}.${body}.`,
      `${base({ alg: "none" })}.${base({ ...claims, kind: "client", aud: "freehold:client" })}.`,
      `${rs}.${createHmac("sha256", "").update(rs).digest("base64url")}`,
      `${head}.${base({ ...claims, scopes: [...scopes] })}.${tail}`,
      `${head}.${body}.${tail?.slice(0, -2)}AA`,
      await sign({ ...claims, kind: "client", aud: "freehold:client" }),
      await sign({ ...claims, kind: "client" }),
      await sign({ ...claims, aud: "freehold:client" }),
      await sign({ ...claims, jti: "0".repeat(24) }),
      await sign({ ...decodeJwt(session), kind: "integration", aud: "freehold:integration" }),
      await sign({ ...claims }, "HS512"),
      await other.signIn(),
      await other.token(...scopes),
    ];
    for (const token of forged) {
      expect(await bearer(token), token).toBe("UNAUTHENTICATED");
      expect(await cookie(token), token).toBe("ANONYMOUS");
    }
    // What the same key signs of the same record is the token itself.
    expect(await bearer(await sign({ ...claims }))).toBe("INTEGRATION");
  });

  it("does not name its scopes: the record does", async () => {
    expect(JSON.stringify(decodeJwt(await node.token("read:timeline")))).not.toContain("read");
  });
});

describe("an expired or revoked token", () => {
  it("is refused from the next request on, in a cookie or a header", async () => {
    const [session, another] = [await node.signIn(), await node.signIn()];
    expect((await node.ask("mutation { signOut }", {}, { token: session })).codes).toEqual([]);
    expect([await bearer(session), await cookie(session), await bearer(another)]).toEqual([
      "UNAUTHENTICATED",
      "ANONYMOUS",
      "CLIENT",
    ]);

    const program = await node.token("read:timeline");
    const revoke = "mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) }";
    expect(
      (await node.ask(revoke, { input: { id: decodeJwt(program).jti } }, { token: another })).codes,
    ).toEqual([]);
    expect(await bearer(program)).toBe("UNAUTHENTICATED");
  });

  it("ends when its record says, even if its text says later", async () => {
    const token = await node.signIn();
    const { jti = "" } = decodeJwt(token);
    expect(await bearer(token)).toBe("CLIENT");
    await node.ctx.store.db
      .updateTable("tokens")
      .set({ expiresAt: Date.now() - 1 })
      .where("id", "=", jti)
      .execute();
    expect(await bearer(token)).toBe("UNAUTHENTICATED");
  });
});

describe("scopes", () => {
  const calls = listOperations().filter(({ kind }) => kind !== "field");

  it("are required by every operation that is not public: each token may do its own and nothing else", async () => {
    const callers = await Promise.all(
      [null, ...scopes].map(async (scope) => ({
        scope,
        token: scope === null ? null : await node.token(scope),
      })),
    );
    const owned = calls.filter(({ access }) => access !== "public");
    expect(owned.length).toBeGreaterThan(30);
    for (const { scope, token } of callers) {
      for (const { name, kind, access } of owned) {
        const query = callOf(kind, name);
        const { codes } = await node.ask(query, {}, { token });
        const isRefused = codes.includes("FORBIDDEN") || codes.includes("UNAUTHENTICATED");
        expect(isRefused, `${scope} ${query} ${codes}`).toBe(access !== scope);
      }
    }
    const owner = await node.signIn();
    for (const { name, kind, access } of owned) {
      const { codes } = await node.ask(callOf(kind, name), {}, { token: owner });
      // Each program has drafts of its own, and the owner is no program.
      if (!/^(?:draft|propose):/.test(access)) expect(codes, name).not.toContain("FORBIDDEN");
    }
  });

  it("of a token are those that the owner gave, not those that it claims", async () => {
    const token = await node.token("manage:settings", "manage:connections");
    const generate =
      "mutation ($input: GenerateIntegrationTokenInput!) { generateIntegrationToken(input: $input) { token } }";
    const input = { label: "more", scopes: [...scopes], expiresInSeconds: null };
    expect((await node.ask(generate, { input }, { token })).codes).toEqual(["FORBIDDEN"]);
    expect((await node.ask(generate, { input }, { token: await node.signIn() })).codes).toEqual([]);
    for (const wanted of [["owner"], ["client"], ["*"], ["read:timeline "], []]) {
      const asked = await node.ask(
        generate,
        { input: { ...input, scopes: wanted } },
        { token: await node.signIn() },
      );
      expect(asked.codes, String(wanted)).toEqual(["VALIDATION_FAILED"]);
    }
  });

  it("of a field can't be evaded by an alias, a fragment, or an allowed field beside it", async () => {
    const token = await node.token("read:timeline");
    const { data, codes } = await node.ask(
      "query { a: tokens { id } ...F timeline { nodes { id } } nodeStatus { outbox { pending } } settings { mailFrom } } fragment F on Query { b: tokens { label } followers { nodes { address } } }",
      {},
      { token },
    );
    expect(codes).toEqual(Array(5).fill("FORBIDDEN"));
    expect(data).toMatchObject({
      a: null,
      b: null,
      followers: null,
      timeline: { nodes: [] },
      settings: { mailFrom: null },
    });
  });

  it("return no secret of webhooks, the mail server and tokens", async () => {
    const owner = await node.signIn();
    const settings = { mailTransport: "smtp://ada:hunter2@mail.example", mailFrom: "ada@example.com" };
    const set =
      "mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { mailFrom mailTransportIsSet } }";
    const hook = "mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }";
    const made = await node.ask(
      hook,
      { input: { url: "https://hooks.example/x", events: ["follower.created"] } },
      { token: owner },
    );
    const { secret } = Object(made.data?.createWebhook);
    expect(secret).toMatch(/\S{20,}/);
    const saved = await node.ask(set, { input: settings }, { token: owner });
    const all = await node.ask(
      "{ webhooks { id url events deliveries { id } } tokens { id label } settings { mailFrom mailTransportIsSet } }",
      {},
      { token: owner },
    );
    expect(all.codes).toEqual([]);
    const told = JSON.stringify([saved.data, all.data, node.lines]);
    for (const hidden of [secret, "hunter2", owner]) expect(told).not.toContain(hidden);
    for (const field of ["secret", "token"]) {
      const asked = await node.ask(`{ webhooks { ${field} } tokens { ${field} } }`, {}, { token: owner });
      expect(asked.data).toBeUndefined();
    }
  });
});

/** The operation with arguments that pass every check of form, and so reach the check of scopes. */
function callOf(kind: string, name: string): string {
  const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  const type = root?.getFields()[name]?.type;
  const fields = type && isCompositeType(getNamedType(type)) ? "{ __typename }" : "";
  return `${kind} { ${name}${argumentsOf[name] ?? ""} ${fields} }`;
}
