import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessLimits } from "../../src/domain/access/access-limits.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";

const site = { rpId: "ada.example", origin: "https://ada.example" };
const headers = { origin: site.origin };
const newToken =
  "mutation ($input: GenerateIntegrationTokenInput!) { generateIntegrationToken(input: $input) { token } }";
const newPasskey = "mutation ($input: CreatePasskeyInput!) { createPasskey(input: $input) { id } }";
const options = "{ getNewPasskeyOptions }";
const question = "query ($address: String!) { getSiweMessage(address: $address) { message } }";
const entry =
  "mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token tokenId } }";

let node: GraphqlNode;
let session: string;
beforeEach(async () => {
  node = await openGraphqlNode();
  await node.publish("# A secret draft", { state: "draft" });
  session = await node.signIn();
});
afterEach(() => node[Symbol.asyncDispose]());

const ask = (query: string, variables = {}, token = session) =>
  node.ask(query, variables, { token, headers });
const askForToken = (token = session) =>
  ask(newToken, { input: { label: "a program", scopes: ["create:publications"] } }, token);
const rowsOf = async (table: "tokens" | "passkeys") =>
  (await node.ctx.store.db.selectFrom(table).select("id").execute()).length;

/** Lets the sign-ins so far be older. */
async function age(ms: number): Promise<void> {
  await node.ctx.store.transaction(async (tx) => {
    const now = node.ctx.clock.now();
    await tx
      .updateTable("tokens")
      .set({ createdAt: now - ms })
      .execute();
  });
}

const download = (path: string, method = "GET", token = session) =>
  fetch(new URL(path, node.endpoint), {
    method,
    headers: {
      ...headers,
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": "empty",
      "content-type": "application/json",
      cookie: `freehold_session=${token}`,
    },
    ...(method === "POST" && { body: "{}" }),
  });
const codeOf = async (reply: Response) => [
  reply.status,
  (JSON.parse(await reply.text()) as { error?: string }).error,
];

const privateDownloads = [
  ["GET", "/api/backup"],
  ["GET", "/api/export?private=true"],
  ["POST", "/api/export?private=true"],
] as const;

describe("a session whose sign-in was too long ago", () => {
  beforeEach(() => age(accessLimits.freshSessionMs));
  const refused = ["REAUTHENTICATION_REQUIRED"];

  test("makes no token", async () => {
    const before = await rowsOf("tokens");
    expect((await askForToken()).codes).toEqual(refused);
    expect(await rowsOf("tokens")).toBe(before);
  });

  test("makes no passkey, also not with a challenge that it got in time", async () => {
    expect((await ask(options)).codes).toEqual(refused);
    await age(0);
    const { data } = await ask(options);
    const { challenge } = Object(data?.getNewPasskeyOptions) as { challenge: string };
    const response = createAuthenticator().create({ ...site, challenge });
    const input = { label: "a key of a thief", response };
    await age(accessLimits.freshSessionMs);
    expect((await ask(newPasskey, { input })).codes).toEqual(refused);
    expect(await rowsOf("passkeys")).toBe(0);
    await age(0);
    expect((await ask(newPasskey, { input })).codes).toEqual([]);
    expect(await rowsOf("passkeys")).toBe(1);
  });

  test.each(privateDownloads)("%s %s gives no copy of what is private", async (method, path) => {
    expect(await codeOf(await download(path, method))).toEqual([403, refused[0]]);
  });

  test("still reads, writes, exports what is public, and ends other sessions", async () => {
    const other = await node.signIn();
    await age(accessLimits.freshSessionMs);
    expect((await download("/api/export")).status).toBe(200);
    const { data, codes } = await ask("{ viewer { kind } tokens { id label } }");
    expect([codes, data?.viewer]).toEqual([[], { kind: "CLIENT" }]);
    const [first] = (data?.tokens ?? []) as { id: string }[];
    const revoke = "mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) }";
    expect((await ask(revoke, { input: { id: first?.id } }, other)).codes).toEqual([]);
  });
});

test("in the last moment of its time it may", async () => {
  await age(accessLimits.freshSessionMs - 5_000);
  expect((await askForToken()).codes).toEqual([]);
  for (const [method, path] of privateDownloads) {
    // The one before is sent, and a moment later counted as sent.
    const status = () => download(path, method).then((reply) => reply.arrayBuffer().then(() => reply.status));
    await expect.poll(status).toBeOneOf([200, 201]);
  }
});

test("a program's token never may, however new it is", async () => {
  const program = await node.token("create:publications", "update:publications", "read:timeline");
  expect((await askForToken(program)).codes).toEqual(["FORBIDDEN"]);
  for (const [method, path] of privateDownloads)
    expect((await download(path, method, program)).status).toBe(404);
});

describe("a new sign-in", () => {
  async function enter(token: string | null, agent = "Mozilla/5.0 (X11; Linux) Firefox/140.0") {
    const asked = await node.ask(question, { address: node.address }, { headers });
    const { message } = Object(asked.data?.getSiweMessage) as { message: string };
    const signature = await node.wallet.signMessage(message);
    const input = { message, signature };
    const reply = await node.ask(entry, { input }, { token, headers: { ...headers, "user-agent": agent } });
    return reply.data?.signInWithEthereum as { token: string; tokenId: string };
  }
  const notices = async () =>
    (await node.ctx.store.db.selectFrom("notifications").select(["type", "data"]).execute()).map(
      ({ type, data }) => [type, JSON.parse(data) as unknown],
    );
  const installedLongAgo = () =>
    node.ctx.store.transaction((tx) =>
      tx
        .updateTable("meta")
        .set({ value: "2026-01-01T00:00:00.000Z" })
        .where("key", "=", "installed_at")
        .execute(),
    );

  test("is told to the owner, but for the first one after the installation", async () => {
    await enter(null);
    expect(await notices()).toEqual([]);
    await installedLongAgo();
    const { tokenId } = await enter(null);
    expect(await notices()).toEqual([["sign-in", { tokenId, device: "Firefox, Linux", means: "key" }]]);
  });

  test("within a session replaces it, is not told, and makes no other session fresh", async () => {
    await installedLongAgo();
    const stolen = session;
    await age(accessLimits.freshSessionMs);
    const { token } = await enter(session);
    expect(await notices()).toEqual([]);
    expect((await askForToken(token)).codes).toEqual([]);
    expect((await askForToken(stolen)).codes).toEqual(["REAUTHENTICATION_REQUIRED"]);
    const ends = await node.ctx.store.db
      .selectFrom("tokens")
      .select("expiresAt")
      .where("kind", "=", "client")
      .orderBy("expiresAt")
      .execute();
    const soon = node.ctx.clock.now() + accessLimits.replacedSessionMs;
    expect(ends.map(({ expiresAt }) => Number(expiresAt) <= soon)).toEqual([true, false]);
  });
});
