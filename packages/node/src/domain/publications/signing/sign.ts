import { type Address, EwpError, parseEnvelope, type Verified, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import type { Tx } from "../../../store/database.ts";
import { emit } from "../../../store/events.ts";
import { countFollowersUpTo } from "../../../store/peers/connections.ts";
import { lockPublication } from "../../../store/publications/lock-publication.ts";
import { lastSigned } from "../../../store/publications/public-posts.ts";
import { findChanges } from "../../../store/publications/publication-changes.ts";
import { removeSchedule } from "../../../store/publications/publication-schedules.ts";
import { isSignedOrDeleted } from "../../../store/publications/publication-tombstones.ts";
import {
  findPublication,
  type Publication,
  updatePublication,
} from "../../../store/publications/publications.ts";
import { addPublicationForFollowers } from "../../../store/queues/fan-out.ts";
import { requireCertainClock } from "../../clock.ts";
import { limits } from "../../limits.ts";
import { requireOwner } from "../../profile/owner.ts";
import { indexPublication } from "../../search/index-documents.ts";
import { acceptedUntil } from "../future-posts.ts";
import { loadToAscii, type ToAscii } from "../slug-names.ts";
import { nameForSite, requireOwnSlug } from "../slugs.ts";
import { requireText } from "../texts/blank.ts";
import { publishCover } from "../texts/publish-cover.ts";
import { requireUnsigned } from "../visible.ts";

/** The only form in which this node signs publications: other nodes verify it in the index (decisions 1). */
const proofType = "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)";

/** A signed publication, and the number of followers that it goes to, counted up to 10,000. */
interface SignedNow {
  publication: Publication;
  recipients: number;
}

type SignContext = Pick<Context, "store" | "blobs" | "clock" | "recover" | "owner">;

/**
 * Signs a publication: writes the proof and an outbox row for each follower in one transaction.
 *
 * @param envelope the signed envelope of a `StatementOfSource` over its hash
 * @throws EwpError for a bad envelope; AppError NOT_FOUND, CONFLICT (signed already, or out of order),
 *   VALIDATION_FAILED (other content, or another form than the baseline one), SLUG_TAKEN (since the draft got its slug),
 *   BLANK_POST
 */
export async function signPublication(
  context: SignContext,
  id: number,
  envelope: unknown,
): Promise<SignedNow> {
  const [signed] = await signPublications(context, [{ id, envelope }]);
  if (!signed) throw new Error("Nothing was signed.");
  return signed;
}

/**
 * Signs several publications in the given order, all of them or none. What is signed quietly goes to nobody: followers find it
 * in the index.
 *
 * @throws as `signPublication` for the first wrong one, VALIDATION_FAILED for more than 200
 */
export async function signPublications(
  context: SignContext,
  signatures: ReadonlyArray<{ id: number; envelope: unknown; isQuiet?: boolean }>,
): Promise<SignedNow[]> {
  const { store, clock } = context;
  if (signatures.length > limits.signaturesAtOnce) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`Up to ${limits.signaturesAtOnce} posts can be signed at a time.`,
    );
  }
  const own = await requireOwner(context);
  const now = clock.now();
  const verified = signatures.map(({ id, envelope, isQuiet = false }) => ({
    id,
    isQuiet,
    proof: verifySource(context, own.address, envelope),
  }));
  for (const { id } of verified) {
    const publication = await findPublication(store.db, id);
    if (publication) await requireText(context, publication);
  }
  const toAscii = await loadToAscii();
  const results = await store.transaction(async (tx) => {
    await requireCertainClock(tx);
    await store.dialect.lock(tx, "signing");
    await store.dialect.lock(tx, "slugs");
    const signed: SignedNow[] = [];
    for (const { id, isQuiet, proof } of verified)
      signed.push(await writeSigned(tx, { id, isQuiet, verified: proof, now, toAscii }));
    return signed;
  });
  return results;
}

function verifySource(
  { clock, recover }: Pick<Context, "clock" | "recover">,
  self: Address,
  body: unknown,
): Verified<"StatementOfSource"> {
  const verified = verifyEnvelope(parseEnvelope("StatementOfSource", body), { recover, now: clock.now() });
  if (verified.signer !== self) throw new EwpError("INVALID_SIGNATURE", "Only the owner signs here.");
  if (verified.encodeType !== proofType) {
    throw new AppError("VALIDATION_FAILED", msg`A post must be signed as ${proofType}.`);
  }
  return verified;
}

/** Runs in a transaction that holds the locks `signing` and `slugs`. */
async function writeSigned(
  tx: Tx,
  {
    id,
    isQuiet,
    verified,
    now,
    toAscii,
  }: {
    id: number;
    isQuiet: boolean;
    verified: Verified<"StatementOfSource">;
    now: number;
    toAscii: ToAscii;
  },
): Promise<SignedNow> {
  await lockPublication(tx, id);
  const { wasDraft, ...unnamed } = await toSigned(tx, id, verified, now);
  const publication = { ...unnamed, slug: await nameForSite(tx, unnamed, toAscii) };
  await requireOwnSlug(tx, publication);
  await updatePublication(tx, id, publication);
  await removeSchedule(tx, id);
  const { publisherAddress, contentHash, timestamp } = verified.meaning;
  await indexPublication(tx, publisherAddress, publication);
  await publishCover(tx, publication, now);
  if (!isQuiet) await emit(tx, "publication.changed", { publication, now });
  const expiresAt = now + limits.deliveryMs;
  const queued = { self: publisherAddress, publicationId: id, now, expiresAt };
  const recipients = isQuiet
    ? 0
    : ((await addPublicationForFollowers(tx, queued)) ??
      (await countFollowersUpTo(tx, publisherAddress, limits.countedFollowers)));
  if (wasDraft && !isQuiet) await emit(tx, "publication.published", { publication, now });
  const { slug } = publication;
  await emit(tx, "publication.signed", { id, publisherAddress, contentHash, timestamp, slug, now });
  return { publication, recipients };
}

/** The publication with its proof, after every check against the state inside the transaction. */
async function toSigned(
  tx: Tx,
  id: number,
  { meaning, signature, encodeType }: Verified<"StatementOfSource">,
  now: number,
): Promise<Publication & { wasDraft: boolean }> {
  const { contentHash, publisherAddress, timestamp } = meaning;
  const publication = requireUnsigned(await findPublication(tx, id), publisherAddress, id);
  if (publication.contentHash !== contentHash) {
    throw new AppError("VALIDATION_FAILED", "The signature is for other content than this post's.");
  }
  if (await findChanges(tx, id)) {
    throw new AppError(
      "CONFLICT",
      "This post has changes that are not published. Publish or discard them first.",
    );
  }
  const last = await lastSigned(tx, publisherAddress, acceptedUntil(now));
  if (last && timestamp < last.timestamp) {
    throw new AppError("CONFLICT", "Something else was signed in the meantime. Sign this one again.");
  }
  if (await isSignedOrDeleted(tx, meaning)) {
    throw new AppError("CONFLICT", "The same content was signed just now. Sign again.");
  }
  return {
    ...publication,
    wasDraft: publication.state === "draft",
    state: "signed",
    timestamp,
    signature,
    proofType: encodeType,
    seq: (last?.seq ?? 0) + 1,
    updatedAt: now,
  };
}
