import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { addressOfPrivateKey } from "@freehold/protocol";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIntegrationToken } from "../src/domain/access/tokens.ts";
import { readConnectionsPage } from "../src/domain/connections/peers.ts";
import { setAvatar } from "../src/domain/profile/avatar.ts";
import { type DescribedOperation, type FindDifferences, readAnswers } from "./support/described-answers.ts";
import { startMailServer } from "./support/mail-server.ts";
import { proofOf } from "./support/proof-of.ts";
import {
  createTestNetwork,
  type FetchOptions,
  type TestNetwork,
  type TestNode,
  type TestReply,
} from "./support/test-network.ts";

/** Operations that have no bad answer, and why. */
const withoutBad = new Map([
  ["listVisitors", "it reads nothing of a request, and anybody may ask"],
  ["getInstallation", "it reads nothing of a request, and anybody may ask"],
]);

let network: TestNetwork;
let ada: TestNode;
let ben: TestNode;
let empty: TestNode;
const operations = new Map<string, DescribedOperation>();
const statuses = new Map<string, Set<number>>();
let findDifferences: FindDifferences;

beforeAll(async () => {
  network = await createTestNetwork();
  const settings = { FREEHOLD_ROLE: "web" };
  ada = await network.start({ title: "Ada", settings });
  ben = await network.start({ title: "Ben", settings });
  const privateKey = "33".repeat(32);
  const FREEHOLD_OWNER = addressOfPrivateKey(Buffer.from(privateKey, "hex"));
  empty = await network.start({ install: false, privateKey, settings: { FREEHOLD_OWNER } });
  const { paths, components } = (await ada.fetch("/api/openapi.json")).json as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: DescribedOperation["responses"] }>
    >;
    components: object;
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, responses }] of Object.entries(methods))
      operations.set(operationId, { method: method.toUpperCase(), path, responses });
  findDifferences = readAnswers(components);
});
afterAll(() => network[Symbol.asyncDispose]());

const found: string[] = [];

/** Calls an operation, and compares its answer with the description. */
async function ask(
  id: string,
  options: FetchOptions & { node?: TestNode; params?: Record<string, string>; query?: string } = {},
): Promise<TestReply> {
  const { node = ada, params = {}, query = "", ...request } = options;
  const operation = operations.get(id);
  if (!operation) throw new Error(`The description has no ${id}.`);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const method = operation.method as "GET";
  const reply = await node.fetch(`${path}${query}`, { ...request, method });
  const seen = statuses.get(id) ?? new Set();
  statuses.set(id, seen.add(reply.status));
  found.push(
    ...findDifferences(operation, reply).map((one) => `${id} ${path}${query}: ${one}`.slice(0, 400)),
  );
  return reply;
}

/** Opens the stream of events, which has no end, and compares the beginning of its answer. */
async function listen(headers: Record<string, string>): Promise<void> {
  const operation = operations.get("listen") as DescribedOperation;
  const asked = request(`${ada.url}/api/events`, { headers, ca: network.authority }).end();
  const [reply] = (await once(asked, "response")) as [IncomingMessage];
  const status = reply.statusCode ?? 0;
  const got = {
    status,
    headers: reply.headers as Record<string, string>,
    body: Buffer.alloc(0),
    json: undefined,
  };
  statuses.get("listen")?.add(status);
  found.push(...findDifferences(operation, got).map((one) => `listen: ${one}`));
  asked.destroy();
}

/** The owner's token for a program. */
async function tokenOf(node: TestNode, scopes: readonly string[]): Promise<{ authorization: string }> {
  const { token } = await createIntegrationToken(node.running.context, {
    label: "Test",
    scopes,
    expiresInSeconds: null,
  });
  return { authorization: `Bearer ${token}` };
}

const paint = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#88a06b" } })
    .png()
    .toBuffer();
const form = (fields: Record<string, string>) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});
const noHash = `0x${"ab".repeat(32)}`;
const nobody = `0x${"0".repeat(39)}1`;
const seconds = () => Math.floor(Date.now() / 1000);

test("every answer is as the description says: status, type, headers and body", async () => {
  const post = await ada.publish("# Hello\n", { slug: "hello" });
  const file = await ada.publish(new Uint8Array([1, 2, 3]), { filename: "a.bin", description: "Bytes" });
  await askProtocol(post, file);
  await askContents(post.contentHash);
  await askApplication();
  await askOthers();
  expect(found).toEqual([]);
  const ids = [...operations.keys()];
  const isGood = (status: number) => status < 400;
  const hasSome = (id: string, kind: (status: number) => boolean) => [...(statuses.get(id) ?? [])].some(kind);
  expect(ids.filter((id) => !hasSome(id, isGood))).toEqual([]);
  expect(ids.filter((id) => !withoutBad.has(id) && !hasSome(id, (status) => !isGood(status)))).toEqual([]);
});

test("a difference is found", async () => {
  const operation = operations.get("getProfile") as DescribedOperation;
  const reply = await ada.fetch("/ewp/profile");
  expect(findDifferences(operation, reply)).toEqual([]);
  const broken = [
    { ...reply, status: 418 },
    { ...reply, json: { address: 1 } },
    { ...reply, headers: { ...reply.headers, "content-type": "text/html" } },
    { ...reply, headers: { ...reply.headers, "retry-after": "1" } },
  ];
  for (const one of broken) expect(findDifferences(operation, one)).not.toEqual([]);
});

async function askProtocol(post: Awaited<ReturnType<TestNode["publish"]>>, file: typeof post): Promise<void> {
  await ask("getProfile");
  await ask("getProfile", { node: empty });
  await ask("getAvatar");
  await ask("listPublications");
  await ask("listPublications", { query: "?limit=0" });
  await ask("listPublications", { query: "?page=0" });
  await ask("listPublications", { query: "?since=x" });
  const index = await ask("listPublications", { query: "?limit=1" });
  await ask("listPublications", {
    query: "?limit=1",
    headers: { "if-none-match": index.headers.etag ?? "" },
  });
  const { contentHash, timestamp } = post;
  const at = { params: { contentHash } };
  const { headers } = await ask("getContent", at);
  await ask("getContent", { ...at, query: `?timestamp=${timestamp}` });
  await ask("getContent", { ...at, query: "?timestamp=x" });
  await ask("getContent", { ...at, query: "?thumb=xl" });
  await ask("getContent", { params: { contentHash: file.contentHash } });
  await ask("getContent", { params: { contentHash: noHash } });
  await ask("getContent", { params: { contentHash: "x" } });
  await ask("getContent", { ...at, headers: { range: "bytes=2-3" } });
  await ask("getContent", { ...at, headers: { range: "bytes=900-" } });
  await ask("getContent", { ...at, headers: { "if-none-match": headers.etag ?? "" } });

  const meaning = {
    followerAddress: ben.signer.address,
    followeeAddress: ada.signer.address,
    followerUrl: ben.url,
    followeeUrl: ada.url,
    timestamp: seconds(),
  };
  const follow = ben.signer.sign("CreateConnection", meaning);
  const elsewhere = ben.signer.sign("CreateConnection", { ...meaning, followeeAddress: nobody as never });
  await ask("createConnection", { body: elsewhere });
  await ask("createConnection", { body: follow });
  await ask("createConnection", { body: follow });
  await ask("createConnection", { body: {} });
  await ask("createConnection", { body: "{", headers: { "content-type": "application/json" } });
  await ask("createConnection", { body: "a", headers: { "content-type": "text/plain" } });
  await ask("createConnection", { body: { a: "a".repeat(2_000_000) } });
  await ask("createConnection", { node: empty, body: follow });
  await ask("publish", { node: ben, body: proofOf(post) });
  await ben.fetch("/ewp/connections", { method: "POST", body: follow });
  await ask("publish", { node: ben, body: proofOf(post) });
  await ask("publish", { node: ben, body: {} });
  await ask("replicate", { node: ben, body: proofOf(post) });
  await ask("replicate", { node: ben, body: proofOf(post) });
  await ask("replicate", { node: ben, body: [] });
  const profile = { ownerAddress: ada.signer.address, url: ada.url, title: "Ada L.", description: "" };
  const update = ada.signer.sign("NodeProfileUpdate", { ...profile, timestamp: seconds() });
  await ask("updateNode", { node: ben, params: { address: ada.signer.address }, body: update });
  await ask("updateNode", { node: ben, params: { address: nobody }, body: update });
  await ask("updateNode", { node: ben, params: { address: "x" }, body: update });
  const { followerAddress, followeeAddress } = meaning;
  const end = ben.signer.sign("DestroyConnection", {
    followerAddress,
    followeeAddress,
    timestamp: seconds() + 1,
  });
  await ask("destroyConnection", { body: end });
  await ask("destroyConnection", { body: end });
  await ask("destroyConnection", { body: {} });
}

async function askContents(contentHash: string): Promise<void> {
  const draft = await ada.draft("# A draft");
  const { headers } = await ask("getVisibleContent", { params: { id: contentHash } });
  const at = { params: { id: contentHash } };
  await ask("getVisibleContent", { ...at, headers: { "if-none-match": headers.etag ?? "" } });
  await ask("getVisibleContent", { ...at, headers: { range: "bytes=1-2" } });
  await ask("getVisibleContent", { ...at, headers: { range: "bytes=900-" } });
  await ask("getVisibleContent", { ...at, query: "?thumb=xl" });
  await ask("getVisibleContent", { ...at, headers: { authorization: "Bearer fht_wrong" } });
  await ask("getVisibleContent", { params: { id: String(draft.id) } });
  await ask("getVisibleContent", { params: { id: "x" } });
}

/** The picture of a node that this one follows; here the one that was installed last follows Ada. */
async function askPortraits(): Promise<void> {
  await setAvatar(ada.running.context, await paint());
  await empty.follow(ada);
  await empty.settled();
  const { context } = empty.running;
  const findPicture = async () =>
    (await readConnectionsPage(context, "following", { first: 1, after: null })).items[0]?.picture ?? null;
  await expect.poll(findPicture).not.toBeNull();
  const headers = await tokenOf(empty, ["read:timeline"]);
  const at = { node: empty, params: { address: ada.signer.address } };
  const picture = await ask("getPortrait", { ...at, headers });
  await ask("getPortrait", { ...at, headers: { ...headers, "if-none-match": picture.headers.etag ?? "" } });
  await ask("getPortrait", at);
  await ask("getPortrait", { ...at, params: { address: "x" }, headers });
  await ask("getPortrait", { ...at, headers: { authorization: "Bearer fht_wrong" } });
}

async function askApplication(): Promise<void> {
  await ask("getInstallation");
  await ask("getInstallation", { node: empty });
  await ask("install", { body: {} });
  await ask("install", { node: empty, body: {} });
  await ask("install", { node: empty, body: "{", headers: { "content-type": "application/json" } });
  await ask("install", { node: empty, body: "a", headers: { "content-type": "text/plain" } });
  const avatar = `data:image/png;base64,${(await paint()).toString("base64")}`;
  const node = { avatar, address: empty.signer.address, url: empty.url, title: "Eve", description: "" };
  const settings = { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" };
  const signed = empty.signer.sign("DATA", { node, settings, timestamp: seconds() });
  await ask("install", { node: empty, body: signed });
  await ask("getAvatar", { node: empty });
  await askPortraits();
  await using mail = await startMailServer(network.certificate);
  await ask("checkSmtp", { body: { mailTransport: mail.url(undefined, "localhost") } });
  await ask("checkSmtp", { body: { mailTransport: "nowhere" } });
  await ask("checkSmtp", { body: {} });
  await ask("checkSmtp", { body: "{", headers: { "content-type": "application/json" } });
  await ask("listVisitors");
  for (const id of ["touchVisitor", "removeVisitor"]) {
    await ask(id, { body: { address: ben.signer.address } });
    await ask(id, { body: { address: "x" } });
    await ask(id, { body: "{", headers: { "content-type": "application/json" } });
  }
}

async function askOthers(): Promise<void> {
  const reader = await tokenOf(ada, ["read:timeline"]);
  const wrong = { authorization: "Bearer fht_wrong" };
  const query = "{ profile { title } }";
  await ask("graphql", { body: { query } });
  await ask("graphql", { body: { query: "{ nothing }" } });
  await ask("graphql", { body: { query: "{" } });
  await ask("graphql", { body: {} });
  await ask("graphql", { body: { query }, headers: { accept: "application/graphql-response+json" } });
  await ask("graphql", { body: { query: "{" }, headers: { accept: "application/graphql-response+json" } });
  await ask("graphql", { body: { query }, headers: { accept: "text/html" } });
  await ask("graphql", { body: { query }, headers: wrong });
  await ask("graphql", { body: "a", headers: { "content-type": "text/plain" } });
  await ask("graphql", { body: "{", headers: { "content-type": "application/json" } });
  await ask("graphql", { body: { query: `{ ${"a".repeat(2_000_000)} }` } });
  await ask("graphql", { body: { query: "mutation { emptyTrash { count } }" }, headers: reader });

  const accept = { accept: "application/json, text/event-stream" };
  const message = (method: string, params: object, id?: number) => ({
    jsonrpc: "2.0",
    method,
    params,
    ...(id && { id }),
  });
  const hello = message(
    "initialize",
    { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    1,
  );
  await ask("agent", { body: hello });
  await ask("agent", { body: hello, headers: { ...reader, ...accept } });
  await ask("agent", { body: message("notifications/initialized", {}), headers: { ...reader, ...accept } });
  await ask("agent", { body: "{", headers: { ...reader, ...accept, "content-type": "application/json" } });
  await ask("agent", { body: {}, headers: { ...reader, ...accept } });
  await ask("agent", { body: hello, headers: reader });
  await ask("agent", { body: "a", headers: { ...reader, ...accept, "content-type": "text/plain" } });
  await ask("agent", { body: { a: "a".repeat(4_000_000) }, headers: { ...reader, ...accept } });
  await ask("agent", { body: hello, headers: { ...reader, ...accept, origin: "https://evil.example" } });

  await ask("listen", { headers: wrong });
  await ask("listen");
  await ask("listen", { headers: await tokenOf(ada, ["manage:settings"]) });
  await listen(reader);

  const source = "https://blog.example/a";
  const { headers } = await ask("mention", form({ source, target: `${ada.url}/slug/hello` }));
  await ask("mention", form({ source: "x", target: "y" }));
  await ask("mention", { body: {} });
  await ask("mention", form({ source: "a".repeat(300_000) }));
  await ask("getMention", { params: { key: (headers.location ?? "").split("/").at(-1) ?? "" } });
  await ask("getMention", { params: { key: "x" } });
  // The own machine has only copied addresses of its own in texts of others: feeds of tags are among them.
  const topic = { "hub.topic": `${ada.url}/tags/a/feed.xml`, "hub.callback": "https://reader.example/hook" };
  await ask("subscribe", form({ "hub.mode": "subscribe", ...topic }));
  await ask("subscribe", form({ "hub.mode": "subscribe", ...topic, "hub.topic": `${ada.url}/nothing` }));
  await ask("subscribe", { body: {} });
}
