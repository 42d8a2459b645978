import {
  type Address,
  EwpError,
  type EwpErrorCode,
  type Form,
  type Meanings,
  maySign,
  type ParsedProfile,
  PeerError,
  parseNodeUrl,
  sameNodeUrl,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, type FollowObstacle, msg } from "../../errors/errors.ts";
import { findProfile, type Profile } from "../../store/peers/profiles.ts";
import { recordPeerEvent } from "./peer-events.ts";

/**
 * Reads the profile of a node by the URL that a person entered. Returns the URL that the node gives as its own, because it
 * accepts only that one, if the same address answers there.
 *
 * @throws AppError VALIDATION_FAILED for an invalid URL, PEER_FAILED for no profile or another node's
 */
export async function locateNode(
  context: Pick<Context, "peers" | "config">,
  url: string,
): Promise<{ profile: ParsedProfile; url: string }> {
  requireNodeUrl(context, url);
  const found = await readNode(context, url);
  if (sameNodeUrl(found.url, url) || !parseNodeUrl(found.url)) return { profile: found, url };
  const there = await readNode(context, found.url);
  if (there.address !== found.address) {
    throw new AppError(
      "PEER_FAILED",
      msg`${nameHost(url)} claims to be ${nameHost(found.url)}, which is another site.`,
      { reason: "OTHER_NODE" },
    );
  }
  return { profile: there, url: found.url };
}

/** @throws AppError VALIDATION_FAILED for an address that can't be that of another node */
export function requireNodeUrl({ config }: Pick<Context, "config">, url: string): void {
  const hostname = parseNodeUrl(url)?.hostname ?? "";
  // In a private network a name may be one word.
  if (hostname !== "" && (/[.:]/.test(hostname) || config.allowPrivatePeers)) return;
  throw new AppError("VALIDATION_FAILED", "This is not an https:// address of a node.", {
    reason: "NO_NODE_URL",
  });
}

/** Reads a node's profile for the owner. @throws AppError PEER_FAILED */
export async function readNode({ peers }: Pick<Context, "peers">, url: string): Promise<ParsedProfile> {
  try {
    return await peers.at(url).profile();
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    throw new AppError("PEER_FAILED", msg`No profile could be read from ${nameHost(url)}: ${error.message}`, {
      cause: error,
      reason: obstacleOf(error),
    });
  }
}

function obstacleOf({ kind, code, status }: PeerError): FollowObstacle {
  // A server that is busy, or a proxy whose node is away, says nothing about what is there.
  const isForNow = status !== null && (status >= 500 || status === 429);
  if (kind === "timeout" || isForNow) return "NO_ANSWER";
  if (kind !== "unreachable") return "NO_NODE";
  if (/_NOT_ALLOWED$/.test(code ?? "")) return "ADDRESS_NOT_ALLOWED";
  return /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^EPROTO$/.test(code ?? "") ? "BAD_CERTIFICATE" : "UNREACHABLE";
}

/** The host of a URL for an error text, shortened: a caller may send any text. */
function nameHost(url: string): string {
  const host = URL.parse(url)?.host ?? "";
  return host.length > 100 ? `${host.slice(0, 100)}…` : host;
}

/**
 * Reads the profile at a URL and checks that the claimed address answers there (specification 4.5).
 *
 * @param claim.ownUrl this node's own URL, which no other node can have
 * @throws EwpError `mismatch` in all cases: unreachable, too large, no profile, another address (decisions 2)
 */
export async function verifyNodeIdentity(
  { peers, log }: Pick<Context, "peers" | "log">,
  { address, url, ownUrl }: { address: Address; url: string; ownUrl: string },
  mismatch: EwpErrorCode,
): Promise<ParsedProfile> {
  if (sameNodeUrl(url, ownUrl)) throw new EwpError(mismatch);
  const profile = await peers
    .at(url)
    .profile()
    .catch((error: unknown) => {
      log.info({ address, url, error: String(error) }, "the profile of a node could not be verified");
      return null;
    });
  if (profile?.address !== address) throw new EwpError(mismatch);
  return profile;
}

/**
 * Refuses a follow of a node that is known at another URL and still answers there with that URL as its own. Profiles are
 * not signed, so anybody can serve the profile of another node.
 *
 * @throws AppError CONFLICT
 */
export async function rejectImpersonation(
  { store, peers, clock }: Pick<Context, "store" | "peers" | "clock">,
  { address, url }: { address: Address; url: string },
): Promise<void> {
  const known = await findProfile(store.db, address);
  if (!known || sameNodeUrl(known.url, url)) return;
  const found = await peers
    .at(known.url)
    .profile()
    .catch((error: unknown) => {
      if (error instanceof PeerError) return null;
      throw error;
    });
  if (found?.address !== address || !sameNodeUrl(found.url, known.url)) return;
  await store.transaction((tx) =>
    recordPeerEvent(tx, { address, kind: "two-urls", url, detail: { known: known.url }, now: clock.now() }),
  );
  throw new AppError(
    "CONFLICT",
    msg`${known.title} is at ${known.url}. The site at ${url} claims to be the same.`,
    { reason: "OTHER_NODE" },
  );
}

type Peer = Pick<Profile, "title" | "form">;

/** The form in which a message for a node is signed; baseline until the node's form is known. */
export function formOf({ form }: Pick<Profile, "form">): Form {
  return form ?? "baseline";
}

/** @throws AppError VALIDATION_FAILED for a message that is signed in another form than the node reads */
export function requireFormOf(peer: Peer, { form }: { form: Form }): void {
  if (form === formOf(peer)) return;
  throw new AppError(
    "VALIDATION_FAILED",
    msg`${peer.title} uses the ${formOf(peer)} form of the protocol, but this is signed in the ${form} form. Sign it again.`,
  );
}

/** @throws AppError NOT_SUPPORTED when the owner removes a follower whose node uses the reference form */
export function requireEndable(peer: Peer, meaning: Meanings["DestroyConnection"], owner: Address): void {
  if (maySign("DestroyConnection", meaning, { signer: owner, form: formOf(peer) })) return;
  throw new AppError(
    "NOT_SUPPORTED",
    msg`${peer.title} can't be removed: that site runs epress, where only the follower can end a follow. Nothing was changed.`,
  );
}
