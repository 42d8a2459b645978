import { EwpError, parseEnvelope, sameNodeUrl, type Verified, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { noteHeardFrom } from "../../jobs/peer-health.ts";
import { networkOf } from "../../limiter/network.ts";
import type { Profile } from "../../store/profiles.ts";
import { requireInstalled } from "../profile/owner.ts";
import {
  checkConnection,
  type KnownNode,
  type RecordedConnection,
  recordConnection,
} from "./connection-record.ts";
import { verifyNodeIdentity } from "./peer-identity.ts";

/**
 * Accepts a signed follow (specification 4.5, decisions 2 and 3), as the followee ("the signer follows me") or as
 * the follower ("I follow", signed by this node's owner and brought by the followee's node).
 *
 * @param body the signed envelope of a `CreateConnection`
 * @param ip where it came from; null where that is not known
 * @throws EwpError in the order of decisions 2, AppError RATE_LIMITED; nothing is written before every check
 *   has passed
 */
export async function acceptConnection(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "limiter" | "owner">,
  body: unknown,
  ip: string | null,
): Promise<void> {
  const { store, clock, recover, events } = context;
  const own = await requireInstalled(context);
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now: clock.now() });
  context.limiter.signers.spend(verified.signer);
  const { followerAddress, followeeAddress } = verified.meaning;
  if (followeeAddress !== own.address && followerAddress !== own.address) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH", "The message is about two other nodes.");
  }
  refuse(await checkConnection(store.db, verified.meaning, own.address));
  const known = await context.limiter.peerCalls.run(networkOf(ip), () =>
    verifyParties(context, own, verified),
  );
  const recorded = await store
    .transaction((tx) => recordConnection(tx, verified, { self: own.address, now: clock.now(), known }))
    .catch((error: unknown): RecordedConnection => {
      if (store.dialect.isUniqueViolation(error)) return "exists";
      throw error;
    });
  refuse(recorded);
  await noteHeardFrom(context, known.profile.address);
  if (followerAddress === own.address) events.emit("catch-up.due");
}

function refuse(state: RecordedConnection | null): void {
  if (state === "exists") throw new EwpError("CONNECTION_ALREADY_EXISTS");
  if (state === "stale")
    throw new EwpError("STALE_REQUEST", "The follow was ended after this message was signed.");
}

/** Checks both URLs, the followee's first; this node's own one without a call. */
async function verifyParties(
  context: Pick<Context, "peers" | "log">,
  own: Profile,
  { meaning }: Verified<"CreateConnection">,
): Promise<KnownNode> {
  const { followerAddress, followeeAddress, followerUrl, followeeUrl } = meaning;
  if (followeeAddress === own.address) {
    if (!sameNodeUrl(followeeUrl, own.url)) throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
    const claim = { address: followerAddress, url: followerUrl, ownUrl: own.url };
    const profile = await verifyNodeIdentity(context, claim, "FOLLOWER_IDENTITY_MISMATCH");
    return { profile, url: followerUrl };
  }
  const claim = { address: followeeAddress, url: followeeUrl, ownUrl: own.url };
  const profile = await verifyNodeIdentity(context, claim, "FOLLOWEE_IDENTITY_MISMATCH");
  if (!sameNodeUrl(followerUrl, own.url)) throw new EwpError("FOLLOWER_IDENTITY_MISMATCH");
  return { profile, url: followeeUrl };
}
