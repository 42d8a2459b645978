import { setImmediate } from "node:timers/promises";
import type { Address, Meanings } from "@freehold/protocol";
import { blobMismatch } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import { findConnection } from "../../store/connections.ts";
import { saveContent } from "../../store/contents.ts";
import type { Store, Tx } from "../../store/database.ts";
import { findPublicationBySlug, insertReplica, plainPublication } from "../../store/publications.ts";
import type { Pull } from "../../store/pulls.ts";
import { countReplicas, type ReplicaUsage, readReplicaUsage } from "../../store/replicas.ts";
import { limits } from "../limits.ts";
import { indexNewPublication } from "../search/index-documents.ts";
import { addWebhookEvents, type WebhookEvent } from "../webhooks/webhook-events.ts";
import { isKnown } from "./accept-proof.ts";
import { type FetchedContent, parseSlug } from "./fetch-content.ts";
import { fits, type ReplicaQuota, readReplicaQuota } from "./replica-quota.ts";

/** A verified proof of a followed publisher and its content. `seq` is its position in the order of the pulls. */
export interface Replica {
  readonly proof: Meanings["StatementOfSource"] &
    Pick<Pull, "signature" | "proofType" | "slug"> & { seq: number };
  readonly content: FetchedContent;
}

/**
 * `known`: stored before, or deleted by the owner. `not-following`: the follow ended meanwhile. `no-room`: the
 * publisher's quota is used up.
 */
export type StoredReplica = "stored" | "known" | "not-following" | "no-room";

type StoringContext = Pick<Context, "store" | "blobs" | "clock">;

/** Makes the small contents durable, together, before the transaction that names them. */
export async function putContents(
  { blobs }: Pick<Context, "blobs">,
  contents: readonly FetchedContent[],
): Promise<void> {
  const small = contents.flatMap(({ hash, bytes }) => (bytes ? [{ hash, bytes }] : []));
  if (small.length === 0) return;
  const stored = await blobs.putMany(small.map(({ bytes }) => bytes));
  for (const [index, { hash }] of small.entries()) {
    const actual = stored[index]?.hash ?? "nothing";
    if (actual !== hash) throw blobMismatch(hash, actual);
  }
}

/** What is known of a publisher while some of its replicas are written. */
interface Publisher {
  readonly isFollowed: boolean;
  readonly usage: ReplicaUsage;
  readonly added: { replicas: number; bytes: number };
}

/**
 * Checks the state again, and writes replicas whose bytes are in the blobs, in the caller's transaction.
 *
 * @returns what became of each, in the same order
 * @throws the database's unique violation where another process stores one of them at the same moment
 */
export async function storeReplicas(
  { clock }: Pick<Context, "clock">,
  tx: Tx,
  self: Address,
  replicas: readonly Replica[],
): Promise<StoredReplica[]> {
  const facts = { self, quota: await readReplicaQuota(tx), now: clock.now() };
  const publishers = new Map<Address, Publisher>();
  const events: WebhookEvent[] = [];
  const results: StoredReplica[] = [];
  for (const replica of replicas) {
    const { publisherAddress, contentHash, timestamp } = replica.proof;
    const publisher = publishers.get(publisherAddress) ?? (await readPublisher(tx, self, publisherAddress));
    publishers.set(publisherAddress, publisher);
    const stored = await storeReplica(tx, replica, { ...facts, publisher });
    if (typeof stored === "number") {
      const data = { id: stored, publisherAddress, contentHash, timestamp };
      events.push({ type: "publication.replicated", data });
    }
    results.push(typeof stored === "number" ? "stored" : stored);
  }
  for (const [address, { added }] of publishers) await countReplicas(tx, address, added);
  await addWebhookEvents(tx, events, facts.now);
  return results;
}

async function readPublisher(tx: Tx, self: Address, address: Address): Promise<Publisher> {
  const isFollowed = (await findConnection(tx, self, address)) !== null;
  return { isFollowed, usage: await readReplicaUsage(tx, address), added: { replicas: 0, bytes: 0 } };
}

/** @returns the id of the new publication, or why there is none */
async function storeReplica(
  tx: Tx,
  { proof, content }: Replica,
  facts: { self: Address; quota: ReplicaQuota; now: number; publisher: Publisher },
): Promise<number | Exclude<StoredReplica, "stored">> {
  const { self, quota, now, publisher } = facts;
  const { usage, added } = publisher;
  if (!publisher.isFollowed) return "not-following";
  if (await isKnown(tx, proof)) return "known";
  const sum = { replicas: usage.replicas + added.replicas, bytes: usage.bytes + added.bytes };
  if (!fits(quota, sum, content.size)) return "no-room";
  added.replicas += 1;
  added.bytes += content.size;
  const { publisherAddress, contentHash, timestamp, signature, proofType, seq } = proof;
  await saveContent(tx, { hash: contentHash, size: content.size, now });
  const { kind, mediaType, filename, description } = content;
  const publication = {
    ...{ publisherAddress, contentHash, timestamp, signature, proofType, seq },
    ...{ kind, mediaType, filename, description },
    state: "signed" as const,
    // The link in the content's reply takes precedence over the index.
    slug: await freeSlug(tx, publisherAddress, content.slug ?? parseSlug(proof.slug)),
    createdAt: now,
    updatedAt: now,
    ...plainPublication,
  };
  const id = await insertReplica(tx, publication);
  await indexNewPublication(tx, self, { ...publication, id }, content.text);
  return id;
}

/** A slug names one publication of a publisher: the first that came with it. */
async function freeSlug(tx: Tx, publisher: Address, slug: string | null): Promise<string | null> {
  return slug !== null && (await findPublicationBySlug(tx, publisher, slug)) ? null : slug;
}

/** Runs a transaction that stores replicas. Another process may store the same one between its check and its write. */
export function storeUnlessKnown(
  store: Store,
  write: (tx: Tx) => Promise<StoredReplica>,
): Promise<StoredReplica> {
  return store.transaction(write).catch((error: unknown) => {
    if (store.dialect.isUniqueViolation(error)) return "known";
    throw error;
  });
}

interface Waiting {
  readonly replica: Replica;
  readonly done: PromiseWithResolvers<StoredReplica>;
}

/** Replicas that wait for the next transaction, by store. A store is in the map while one is written. */
const waitingByStore = new WeakMap<Store, Waiting[]>();

/** Stores a replica. Those that come while others are written are synced and committed together, next. */
export function storeTogether(
  context: StoringContext,
  self: Address,
  replica: Replica,
): Promise<StoredReplica> {
  const done = Promise.withResolvers<StoredReplica>();
  const waiting = waitingByStore.get(context.store);
  if (waiting) waiting.push({ replica, done });
  else void writeWaiting(context, self, [{ replica, done }]);
  return done.promise;
}

async function writeWaiting(context: StoringContext, self: Address, waiting: Waiting[]): Promise<void> {
  waitingByStore.set(context.store, waiting);
  while (waiting.length > 0) {
    // What ends in the same turn of the event loop is written together.
    await setImmediate();
    const batch = waiting.splice(0, limits.pulledTogether);
    const results = writeBatch(
      context,
      self,
      batch.map(({ replica }) => replica),
    );
    await results.then(
      (all) => {
        for (const [index, { done }] of batch.entries()) done.resolve(all[index] as StoredReplica);
      },
      () => writeEach(context, self, batch),
    );
  }
  waitingByStore.delete(context.store);
}

async function writeBatch(
  context: StoringContext,
  self: Address,
  replicas: readonly Replica[],
): Promise<StoredReplica[]> {
  await putContents(
    context,
    replicas.map(({ content }) => content),
  );
  return await context.store.transaction((tx) => storeReplicas(context, tx, self, replicas));
}

/** After a failure of them together: what is wrong with one is not the others' failure. */
async function writeEach(context: StoringContext, self: Address, batch: readonly Waiting[]): Promise<void> {
  for (const { replica, done } of batch) {
    await storeOne(context, self, replica).then(done.resolve, done.reject);
  }
}

async function storeOne(context: StoringContext, self: Address, replica: Replica): Promise<StoredReplica> {
  await putContents(context, [replica.content]);
  return await storeUnlessKnown(context.store, async (tx) => {
    const [stored] = await storeReplicas(context, tx, self, [replica]);
    return stored as StoredReplica;
  });
}
