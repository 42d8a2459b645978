import type { Address, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { saveContent, saveSmallContent } from "../../store/contents.ts";
import type { Store, Tx } from "../../store/database.ts";
import { emit, type NodeEvents } from "../../store/events.ts";
import { findConnection } from "../../store/peers/connections.ts";
import { countReplicas, type ReplicaUsage, readReplicaUsage } from "../../store/peers/replicas.ts";
import { isSignedOrDeleted } from "../../store/publications/publication-tombstones.ts";
import { findPublicationBySlug, insertReplica } from "../../store/publications/publications.ts";
import type { Pull } from "../../store/queues/pulls.ts";
import { plainPublication } from "../../store/tables/publications.ts";
import { indexNewPublication } from "../search/index-documents.ts";
import { type FetchedContent, parseSlug } from "./fetch-content.ts";
import { fits, type ReplicaQuota, readReplicaQuota } from "./replica-quota.ts";

const pulledTogether = 64; // pulled contents that are written in one transaction
const pulledTogetherMs = 100; // a pulled content that waits for others

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

type StoringContext = Pick<Context, "store" | "clock">;

/** The state of a publisher while some of its replicas are written. */
interface Publisher {
  readonly isFollowed: boolean;
  readonly usage: ReplicaUsage;
  readonly added: { replicas: number; bytes: number };
}

/**
 * Checks the state again, and writes replicas, of which large ones are files already, in the caller's transaction.
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
  const fields = { self, quota: await readReplicaQuota(tx), now: clock.now() };
  const publishers = new Map<Address, Publisher>();
  const publications: NodeEvents["publications.replicated"]["publications"][number][] = [];
  const results: StoredReplica[] = [];
  for (const replica of replicas) {
    const { publisherAddress, contentHash, timestamp } = replica.proof;
    const publisher = publishers.get(publisherAddress) ?? (await readPublisher(tx, self, publisherAddress));
    publishers.set(publisherAddress, publisher);
    const stored = await storeReplica(tx, replica, { ...fields, publisher });
    if (typeof stored === "number")
      publications.push({ id: stored, publisherAddress, contentHash, timestamp });
    results.push(typeof stored === "number" ? "stored" : stored);
  }
  for (const [address, { added }] of publishers) await countReplicas(tx, address, added);
  if (publications.length > 0) await emit(tx, "publications.replicated", { publications, now: fields.now });
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
  fields: { self: Address; quota: ReplicaQuota; now: number; publisher: Publisher },
): Promise<number | Exclude<StoredReplica, "stored">> {
  const { self, quota, now, publisher } = fields;
  const { usage, added } = publisher;
  if (!publisher.isFollowed) return "not-following";
  if (await isSignedOrDeleted(tx, proof)) return "known";
  const sum = { replicas: usage.replicas + added.replicas, bytes: usage.bytes + added.bytes };
  if (!fits(quota, sum, content.size)) return "no-room";
  added.replicas += 1;
  added.bytes += content.size;
  const { publisherAddress, contentHash, timestamp, signature, proofType, seq } = proof;
  await saveFetched(tx, content, now);
  const { kind, mediaType, filename, description } = content;
  const publication = {
    publisherAddress,
    contentHash,
    timestamp,
    signature,
    proofType,
    seq,
    kind,
    mediaType,
    filename,
    description,
    state: "signed" as const,
    // The link in the content's reply takes precedence over the index.
    slug: await freeSlug(tx, publisherAddress, content.slug ?? parseSlug(proof.slug)),
    createdAt: now,
    updatedAt: now,
    ...plainPublication,
    replaces: content.text.replaces,
  };
  const id = await insertReplica(tx, publication);
  await indexNewPublication(tx, self, { ...publication, id }, content.text);
  return id;
}

/** Notes a fetched content, and writes a small one: the others are files. `now` in ms. */
export async function saveFetched(tx: Tx, { hash, size, bytes }: FetchedContent, now: number): Promise<void> {
  if (bytes) await saveSmallContent(tx, { hash, size, now, bytes });
  else await saveContent(tx, { hash, size, now });
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

/** The replicas of a store that wait for a transaction. */
interface Gathering {
  readonly waiting: Waiting[];
  /** How many others are being fetched. */
  coming: number;
  /** Whether somebody writes them, or waits for more. */
  isOpen: boolean;
  /** The duration of the last transaction (ms). */
  lastMs: number;
  /** Called when there may be no reason to wait for more. */
  onChange: () => void;
}

const gatherings = new WeakMap<Store, Gathering>();

/**
 * Fetches a replica and stores it, together with others that are fetched meanwhile: a commit is dear, and may as well
 * be that of many.
 */
export async function fetchAndStore(
  context: StoringContext,
  self: Address,
  pull: () => Promise<Replica>,
): Promise<StoredReplica> {
  const gathering = gatherings.get(context.store) ?? {
    waiting: [],
    coming: 0,
    isOpen: false,
    lastMs: 0,
    onChange() {},
  };
  gatherings.set(context.store, gathering);
  gathering.coming += 1;
  const replica = await pull().finally(() => {
    gathering.coming -= 1;
    gathering.onChange();
  });
  const done = Promise.withResolvers<StoredReplica>();
  gathering.waiting.push({ replica, done });
  gathering.onChange();
  if (!gathering.isOpen) void writeWaiting(context, self, gathering);
  return await done.promise;
}

async function writeWaiting(context: StoringContext, self: Address, gathering: Gathering): Promise<void> {
  const { waiting } = gathering;
  gathering.isOpen = true;
  while (waiting.length > 0) {
    await waitForMore(gathering);
    const batch = waiting.splice(0, pulledTogether);
    const began = performance.now();
    const replicas = batch.map(({ replica }) => replica);
    await context.store
      .transaction((tx) => storeReplicas(context, tx, self, replicas))
      .then(
        (all) => {
          for (const [index, { done }] of batch.entries()) done.resolve(all[index] as StoredReplica);
        },
        () => writeEach(context, self, batch),
      );
    gathering.lastMs = performance.now() - began;
  }
  gathering.isOpen = false;
}

/** Waits twice as long as the last transaction took, unless nothing more is fetched or the transaction is full. */
async function waitForMore(gathering: Gathering): Promise<void> {
  const enough = Promise.withResolvers<void>();
  gathering.onChange = () => {
    // Fetches that end in the same turn of the event loop are written, too.
    if (gathering.coming === 0) setImmediate(enough.resolve);
    else if (gathering.waiting.length >= pulledTogether) enough.resolve();
  };
  gathering.onChange();
  const timer = setTimeout(enough.resolve, Math.min(2 * gathering.lastMs, pulledTogetherMs));
  await enough.promise;
  clearTimeout(timer);
  gathering.onChange = () => {};
}

/** Stores them one by one after they failed together, so that a fault of one does not affect the others. */
async function writeEach(context: StoringContext, self: Address, batch: readonly Waiting[]): Promise<void> {
  for (const { replica, done } of batch) {
    await storeOne(context, self, replica).then(done.resolve, done.reject);
  }
}

function storeOne(context: StoringContext, self: Address, replica: Replica): Promise<StoredReplica> {
  return storeUnlessKnown(context.store, async (tx) => {
    const [stored] = await storeReplicas(context, tx, self, [replica]);
    return stored as StoredReplica;
  });
}
