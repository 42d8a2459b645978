import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Address, addressOfPrivateKey, type Envelope, PeerError } from "@freehold/protocol";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { deliverConnection } from "../src/domain/connections/deliver-connection.ts";
import { refreshPeerProfile } from "../src/domain/profile/peer-profile.ts";
import { deliverProfileUpdate, saveSignedUpdate } from "../src/domain/profile/update-profile.ts";
import { deliverPublication } from "../src/domain/publications/delivery/deliver.ts";
import { catchUp } from "../src/domain/replication/catch-up.ts";
import { pullPublication } from "../src/domain/replication/pull-publication.ts";
import type { Outcome } from "../src/jobs/retry.ts";
import { deliverPush } from "../src/modules/notifications/push.ts";
import { listPushSubscriptions, savePushSubscription } from "../src/modules/notifications/store.ts";
import { deliverWebhook } from "../src/modules/webhooks/deliver-webhook.ts";
import { addWebhook } from "../src/modules/webhooks/store.ts";
import { limits } from "../src/peers/limits.ts";
import { findOwnProfile, findProfile } from "../src/store/peers/profiles.ts";
import type { Job } from "../src/store/queues/jobs.ts";
import type { OutboxEntry } from "../src/store/queues/outbox.ts";
import { plainPublication } from "../src/store/tables/publications.ts";
import type { OutboxKind } from "../src/store/tables/queues.ts";
import { createPushDevice } from "./support/push-device.ts";
import { rowsOf, storePublication } from "./support/store-records.ts";
import { createToxicBench, type ToxicBench } from "./support/toxic-bench.ts";
import { type BehaviourName, behaviours } from "./support/toxic-peer/behaviours.ts";
import { createToxicPeer, type ToxicPeer } from "./support/toxic-peer/toxic-peer.ts";

/** The deadline of calls that would wait for longer. */
const deadlineMs = 6_000;
/** The largest reply that is taken, and what the buffers of two sockets hold. */
const mostBytes = 4 * 1024 ** 2 + 16 * 1024 ** 2;

/** The outcome of a call. `done`: its status settled it. */
type Fate = PeerError["kind"] | "done" | "another node" | "other bytes" | "broken off" | "content too large";

/** What becomes of a read, a message, and (where it is another thing than a read) of a content. */
const fates: Readonly<Record<Exclude<BehaviourName, keyof typeof special>, readonly [Fate, Fate, Fate?]>> = {
  "hangs before TLS": ["timeout", "timeout"],
  "hangs before its headers": ["timeout", "timeout"],
  "hangs in its headers": ["timeout", "timeout"],
  "hangs after its headers": ["timeout", "done", "broken off"],
  "hangs in the body": ["timeout", "done", "broken off"],
  "drips its headers": ["timeout", "timeout"],
  "drips its body": ["timeout", "done", "broken off"],
  "resets when connected": ["unreachable", "unreachable"],
  "resets in TLS": ["unreachable", "unreachable"],
  "resets before its headers": ["unreachable", "unreachable"],
  "resets after its headers": ["bad-reply", "done", "broken off"],
  "resets in the body": ["bad-reply", "done", "broken off"],
  "says more than it sends": ["bad-reply", "done", "broken off"],
  "says less than it sends": ["bad-reply", "done", "other bytes"],
  "says ten gigabytes": ["too-large", "done", "content too large"],
  "says two lengths": ["bad-reply", "bad-reply"],
  "sends chunks of garbage": ["bad-reply", "done", "broken off"],
  "sends chunks without their end": ["bad-reply", "done", "broken off"],
  "packs what swells": ["too-large", "done", "content too large"],
  "has headers without end": ["too-large", "too-large"],
  "has first answers without end": ["timeout", "timeout"],
  "has a body without end": ["too-large", "done", "content too large"],
  "says no HTTP": ["bad-reply", "bad-reply"],
  "redirects to loopback": ["unreachable", "bad-reply"],
  "redirects to loopback by IPv6": ["unreachable", "bad-reply"],
  "redirects into a private network": ["unreachable", "bad-reply"],
  "redirects to cloud metadata": ["unreachable", "bad-reply"],
  "redirects to plain HTTP": ["bad-reply", "bad-reply"],
  "redirects in a circle": ["bad-reply", "bad-reply"],
  "has an expired certificate": ["unreachable", "unreachable"],
  "has a certificate for another name": ["unreachable", "unreachable"],
  "has a self-signed certificate": ["unreachable", "unreachable"],
  "has a certificate of nobody's authority": ["unreachable", "unreachable"],
};

/** What is toxic to one kind of call alone. */
const special = {
  "answers with another node's profile": ["a profile", "another node"],
  "answers with other content": ["a content", "other bytes"],
  "answers with a page of two million numbers": ["a page of an index", "bad-reply"],
} as const satisfies Partial<Record<BehaviourName, readonly [string, Fate]>>;

let bench: ToxicBench;
let publicationId: number;
let afterHonest: Awaited<ReturnType<typeof readState>> | null = null;
beforeAll(async () => {
  bench = await createToxicBench();
  const { store } = bench.context;
  const timestamp = now();
  const meaning = {
    publisherAddress: bench.signer.address,
    contentHash: `0x${"12".repeat(32)}`,
    timestamp,
  } as const;
  const { signature } = bench.signer.sign("StatementOfSource", meaning);
  const fields = {
    title: "Ada",
    ownerAddress: bench.signer.address,
    url: bench.url,
    description: "",
    timestamp,
  };
  const envelope = bench.signer.sign("NodeProfileUpdate", fields);
  await store.transaction(async (tx) => {
    const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";
    const about = { kind: "POST", state: "signed", mediaType: "text/markdown", seq: 1, ...meaning } as const;
    const none = { filename: null, description: null, slug: null, createdAt: 0, updatedAt: 0 };
    publicationId = await storePublication(tx, {
      ...plainPublication,
      ...about,
      ...none,
      signature,
      proofType,
    });
    await saveSignedUpdate(tx, { baseline: envelope, reference: null });
  });
});
afterAll(() => bench[Symbol.asyncDispose]());

const now = () => Math.floor(Date.now() / 1000);

function entryOf(kind: OutboxKind, peerAddress: Address, subject: string, payload?: Envelope): OutboxEntry {
  const times = { nextTryAt: 0, createdAt: 0, expiresAt: Date.now() + 10 ** 9, finishedAt: null };
  const row = {
    id: 1,
    state: "pending",
    attempts: 0,
    claimedBy: null,
    answer: null,
    answeredAt: null,
    lastError: null,
  } as const;
  const to = { kind, peerAddress, host: peerAddress, subject };
  return { ...row, ...times, ...to, payload: payload ? JSON.stringify(payload) : null };
}

function jobOf(kind: Job["kind"], payload: object): Job {
  const { peerAddress: _, subject: __, ...row } = entryOf("publication", bench.signer.address, "");
  return { ...row, kind, host: "localhost", payload: JSON.stringify(payload) };
}

/** Somebody who lives at the peer's address and is not known otherwise. */
async function addUntrustedPeer(url: string): Promise<Address> {
  const address = addressOfPrivateKey(randomBytes(32));
  await bench.know(address, url);
  return address;
}

/** Every kind of call that is made to a node. */
const reads: Readonly<Record<string, (peer: ToxicPeer) => Promise<Fate>>> = {
  "a profile": async ({ signer, url }) => {
    await bench.know(signer.address, url);
    return await refreshPeerProfile(bench.context, signer.address).then(
      (isIt) => (isIt ? "done" : "another node"),
      fateOfError,
    );
  },
  "a page of an index": async ({ signer, url }) => {
    await bench.connect(signer.address, url, "it is followed");
    const began = Date.now();
    const result = await catchUp(bench.context, signer.address);
    if (result.status === "failed") expect(result.nextTryAt).toBeGreaterThan(began);
    return result.status === "failed" ? fateOf(result.reason) : "done";
  },
};

const contents: typeof reads = {
  "a content": async ({ signer, url, posts: [post] }) => {
    await bench.connect(signer.address, url, "it is followed");
    if (!post) throw new Error("It has nothing.");
    const { proof, contentHash } = post;
    const row = entryOf("publication", signer.address, "");
    const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";
    const { timestamp } = proof.typedData.message as { timestamp: number };
    const pull = { ...row, contentHash, timestamp, signature: proof.signature, proofType, slug: null };
    return fateOfOutcome(await pullPublication(bench.context, pull));
  },
};

const messages: Readonly<Record<string, (url: string) => Promise<Outcome>>> = {
  "a notification": async (url) => {
    const address = addressOfPrivateKey(randomBytes(32));
    await bench.connect(address, url, "it follows");
    return await deliverPublication(bench.context, entryOf("publication", address, String(publicationId)));
  },
  "a follow": async (url) => {
    const followeeAddress = await addUntrustedPeer(url);
    const own = { followerAddress: bench.signer.address, followerUrl: bench.url };
    const meaning = { ...own, followeeAddress, followeeUrl: url, timestamp: now() };
    const envelope = bench.signer.sign("CreateConnection", meaning);
    const outcome = await deliverConnection(
      bench.context,
      entryOf("connection.create", followeeAddress, "", envelope),
    );
    // It stands here when the other side has it, and not before.
    expect(await follows(followeeAddress)).toBe(outcome.result === "done");
    return outcome;
  },
  "an unfollow": async (url) => {
    const followeeAddress = await addUntrustedPeer(url);
    const meaning = { followerAddress: bench.signer.address, followeeAddress, timestamp: now() };
    const envelope = bench.signer.sign("DestroyConnection", meaning);
    const entry = entryOf("connection.destroy", followeeAddress, "", envelope);
    return await deliverConnection(bench.context, entry);
  },
  "a profile update": async (url) => {
    const update = await bench.context.store.db
      .selectFrom("meta")
      .select("value")
      .where("value", "like", "%NodeProfileUpdate%")
      .executeTakeFirstOrThrow();
    const { timestamp } = JSON.parse(update.value).baseline.typedData.message;
    return await deliverProfileUpdate(
      bench.context,
      entryOf("profile.update", await addUntrustedPeer(url), String(timestamp)),
    );
  },
  "a webhook": async (url) => {
    const { store } = bench.context;
    const address = `${url}/hook`;
    const webhookId = await store.transaction((tx) =>
      addWebhook(tx, { url: address, secret: "s", events: "", createdAt: 0 }),
    );
    const payload = { webhookId, eventId: "1", event: "publication.signed", body: "{}" };
    return await deliverWebhook(bench.context, jobOf("webhook", payload));
  },
  "a push": async (url) => {
    const { store } = bench.context;
    const endpoint = `${url}/push`;
    const device = { endpoint, ...createPushDevice().keys, createdAt: 0 };
    await store.transaction((tx) => savePushSubscription(tx, device));
    const found = (await listPushSubscriptions(store.db)).find((one) => one.endpoint === endpoint);
    return await deliverPush(bench.context, jobOf("push", { subscriptionId: found?.id ?? 0, message: "{}" }));
  },
};

async function follows(followee: Address): Promise<boolean> {
  const found = await bench.context.store.db
    .selectFrom("connections")
    .select("followeeAddress")
    .where("followeeAddress", "=", followee)
    .execute();
  return found.length > 0;
}

/** The first sentence that fits. */
const sentences: readonly (readonly [RegExp, Fate])[] = [
  [/broke off half-way/, "broken off"],
  [/not those that were signed/, "other bytes"],
  [/^the content is /, "content too large"],
  [/too large|larger than/, "too-large"],
  [/makes no sense|not valid HTTP|not as long as|is compressed|redirects|did not answer with/, "bad-reply"],
  [/in time|took too long|too slowly|in the middle/, "timeout"],
  [/can't be reached|connection failed|certificate|not one that this node connects to/, "unreachable"],
];

function fateOf(sentence: string): Fate {
  const found = sentences.find(([pattern]) => pattern.test(sentence));
  if (!found) throw new Error(`This is no classified failure: ${sentence}`);
  return found[1];
}

function fateOfError(error: unknown): Fate {
  if (error instanceof PeerError) return error.kind;
  throw error;
}

/** The right decision about another try: for good where the content can never be taken, otherwise later. */
function fateOfOutcome(outcome: Outcome): Fate {
  if (outcome.result === "done") return "done";
  const fate = fateOf(outcome.reason);
  expect(outcome.result).toBe(fate === "content too large" ? "refused" : "later");
  const isOfOneRow = fate === "broken off" || fate === "other bytes";
  if (outcome.result === "later") expect(outcome.scope).toBe(isOfOneRow ? "row" : "peer");
  return fate;
}

/** What another node could have had written that nobody signed, and the files. */
async function readState() {
  const { store, config } = bench.context;
  const folder = join(config.dataDir, "contents");
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return {
    own: await findOwnProfile(store.db),
    publications: await rowsOf(store.db, "publications"),
    contents: await store.db.selectFrom("contents").select(["hash", "bytes"]).execute(),
    pulls: await rowsOf(store.db, "pulls"),
    files: files.filter((file) => file.isFile()).map(({ name }) => name),
  };
}

async function titleOf({ signer }: ToxicPeer): Promise<string | undefined> {
  const { db } = bench.context.store;
  return (await findProfile(db, signer.address))?.title;
}

async function startPeer(): Promise<ToxicPeer> {
  const { authority, certificate } = bench;
  const peer = await createToxicPeer({ authority, certificate, dripMs: 20 });
  peer.publish("what it says is true, and is quite long");
  return peer;
}

/** Where the call to the profile is not the one that is looked at, it is answered as it should be. */
const notProfile = ({ url }: { url?: string | undefined }) => url !== "/ewp/profile";

/** How often it was asked for one and the same thing, at the most. */
function mostAsked({ seen }: ToxicPeer): number {
  const times = Map.groupBy(seen, ({ method, path }) => `${method} ${path}`);
  return Math.max(0, ...[...times.values()].map(({ length }) => length));
}

it("covers every behaviour of a toxic peer", () => {
  expect([...Object.keys(fates), ...Object.keys(special)].toSorted()).toEqual(
    Object.keys(behaviours).toSorted(),
  );
});

it("accepts an honest peer", { timeout: 60_000 }, async () => {
  await using peer = await startPeer();
  const told = await tell([...Object.entries(messages)], (attempt) => attempt(peer.url).then(fateOfOutcome));
  expect(new Set(Object.values(told))).toEqual(new Set(["done"]));
  expect(await reads["a profile"]?.(peer)).toBe("done");
  await using another = await startPeer();
  expect(await reads["a page of an index"]?.(another)).toBe("done");
  await using third = await startPeer();
  expect(await contents["a content"]?.(third)).toBe("done");
  afterHonest = await readState();
});

async function tell<T>(attempts: [string, T][], run: (attempt: T) => Promise<Fate>) {
  const told = await Promise.all(
    attempts.map(async ([name, attempt]) => [name, await run(attempt)] as const),
  );
  return Object.fromEntries(told);
}

const cases = Object.entries(fates) as [keyof typeof fates, readonly [Fate, Fate, Fate?]][];

it.concurrent.each(cases)(
  "a peer that %s",
  { timeout: 120_000 },
  async (name, [read, message, content = read]) => {
    // The profile, a page and a content each have a peer of their own, for each is known in another way.
    const peers = await Promise.all([startPeer(), startPeer(), startPeer(), startPeer()]);
    await using resources = new AsyncDisposableStack();
    for (const peer of peers) resources.use(peer);
    if (read === "timeout") for (const { url } of peers) bench.deadlines.set(url, deadlineMs);
    const [first, second, third, fourth] = peers as [ToxicPeer, ToxicPeer, ToxicPeer, ToxicPeer];
    await first.behave(behaviours[name]);
    for (const peer of [second, third, fourth]) await peer.behave(behaviours[name], notProfile);
    const [profile, page, bytes, told] = await Promise.all([
      reads["a profile"]?.(first),
      reads["a page of an index"]?.(second),
      contents["a content"]?.(third),
      tell(Object.entries(messages), (attempt) => attempt(fourth.url).then(fateOfOutcome)),
    ]);
    expect({ profile, page, content: bytes, ...told }).toEqual({
      profile: read,
      page: read,
      content,
      ...Object.fromEntries(Object.keys(messages).map((kind) => [kind, message])),
    });
    for (const peer of peers) {
      expect(peer.written).toBeLessThan(mostBytes * (peer === fourth ? Object.keys(messages).length : 1));
      // Whoever wants to try again waits for another time; a message is not even brought where a redirect leads.
      const followsRedirects = name === "redirects in a circle" && peer !== fourth;
      expect(mostAsked(peer)).toBeLessThanOrEqual(followsRedirects ? 1 + limits.redirects : 1);
      await vi.waitFor(() => expect(peer.open).toBe(0), { timeout: 60_000, interval: 20 });
    }
    expect(await titleOf(first)).toBe("Known");
  },
);

it.each(Object.entries(special))("a peer that %s", { timeout: 60_000 }, async (name, [kind, fate]) => {
  await using peer = await startPeer();
  await peer.behave(behaviours[name as keyof typeof special], kind === "a profile" ? undefined : notProfile);
  expect(await { ...reads, ...contents }[kind]?.(peer)).toBe(fate);
  if (kind === "a profile") expect(await titleOf(peer)).toBe("Known");
});

it("leaves nothing behind", async () => {
  expect(await readState()).toEqual(afterHonest);
  expect(afterHonest?.files).toEqual([]);
  expect(afterHonest?.contents.filter(({ bytes }) => bytes !== null)).toHaveLength(1);
});
