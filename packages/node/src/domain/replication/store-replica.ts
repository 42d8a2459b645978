import type { Address, Hash, Hex } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findConnection } from "../../store/connections.ts";
import { saveContent } from "../../store/contents.ts";
import { findPublicationBySlug, insertPublication } from "../../store/publications.ts";
import { countReplica } from "../../store/replica-usage.ts";
import type { Tx } from "../../store/store.ts";
import { indexPublication } from "../search/index-documents.ts";
import { addWebhookEvent } from "../webhooks/add-webhook-event.ts";
import { isKnown } from "./check-proof.ts";
import type { FetchedContent } from "./fetch-content.ts";
import { hasRoom } from "./replica-quota.ts";
import { parseSlug } from "./slug-of-link.ts";

/** A verified proof of a followed publisher, and its place in the order of the pulls. */
export interface ReplicaProof {
  publisherAddress: Address;
  contentHash: Hash;
  timestamp: number;
  signature: Hex;
  proofType: string;
  /** From the publisher's index; the link that came with the content goes before it. */
  slug: string | null;
  seq: number;
}

/** `known`: stored before, or deleted by the owner. `not-following`: the follow ended
 * meanwhile. `no-room`: the quota of this publisher is used up. */
export type StoredReplica = "stored" | "known" | "not-following" | "no-room";

/**
 * Writes a replica whose bytes are in the blobs, in the caller's transaction: content and publication together, after
 * the state was checked again. It is seen whole or not at all.
 */
export async function storeReplica(
  { clock }: Pick<Context, "clock">,
  tx: Tx,
  self: Address,
  { proof, content }: { proof: ReplicaProof; content: FetchedContent },
): Promise<StoredReplica> {
  const { publisherAddress, contentHash, timestamp } = proof;
  if (!(await findConnection(tx, self, publisherAddress))) return "not-following";
  if (await isKnown(tx, proof)) return "known";
  if (!(await hasRoom(tx, publisherAddress, content.size))) return "no-room";
  const now = clock.now();
  await countReplica(tx, publisherAddress, content.size);
  await saveContent(tx, { hash: contentHash, size: content.size, now });
  const publication = {
    publisherAddress,
    kind: content.kind,
    state: "signed" as const,
    contentHash,
    mediaType: content.mediaType,
    filename: content.filename,
    description: content.description,
    slug: await freeSlug(tx, publisherAddress, content.slug ?? parseSlug(proof.slug)),
    timestamp,
    signature: proof.signature,
    proofType: proof.proofType,
    seq: proof.seq,
    createdAt: now,
    updatedAt: now,
  };
  const id = await insertPublication(tx, publication);
  await indexPublication(tx, self, { ...publication, id }, content.text);
  const data = { id, publisherAddress, contentHash, timestamp };
  await addWebhookEvent(tx, { type: "publication.replicated", data, now });
  return "stored";
}

/** For the transaction of `storeReplica`: another process may have stored the same between its look and its write. */
export function knownWhenStoredMeanwhile({ dialect }: Context["store"]): (error: unknown) => StoredReplica {
  return (error) => {
    if (dialect.isUniqueViolation(error)) return "known";
    throw error;
  };
}

/** A slug names one publication of a publisher; the first one that came with it keeps it. */
async function freeSlug(tx: Tx, publisher: Address, slug: string | null): Promise<string | null> {
  return slug !== null && (await findPublicationBySlug(tx, publisher, slug)) ? null : slug;
}
