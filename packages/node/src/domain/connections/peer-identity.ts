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
  type Verified,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError, type FollowObstacle } from "../../errors/errors.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";

/**
 * Reads the profile of a node that somebody named by its URL. The URL that counts is the one that the node calls its
 * own, for that is the one that it will accept, when the same address answers there.
 *
 * @throws AppError VALIDATION_FAILED for no node URL, PEER_FAILED when no profile is to be read, or another node's
 */
export async function locateNode(
  context: Pick<Context, "peers">,
  url: string,
): Promise<{ profile: ParsedProfile; url: string }> {
  if (!parseNodeUrl(url)) {
    throw new AppError("VALIDATION_FAILED", "This is not an https:// address of a node.", {
      reason: "NO_NODE_URL",
    });
  }
  const found = await readNode(context, url);
  if (sameNodeUrl(found.url, url) || !parseNodeUrl(found.url)) return { profile: found, url };
  const there = await readNode(context, found.url);
  if (there.address !== found.address) {
    throw new AppError(
      "PEER_FAILED",
      `${nameHost(url)} says that it lives at ${nameHost(found.url)}, where another node answers.`,
      { reason: "OTHER_NODE" },
    );
  }
  return { profile: there, url: found.url };
}

/** Reads a node's profile for the owner. Throws AppError PEER_FAILED, in words, when there is none to read. */
export async function readNode({ peers }: Pick<Context, "peers">, url: string): Promise<ParsedProfile> {
  try {
    return await peers.at(url).profile();
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    throw new AppError("PEER_FAILED", `No profile could be read from ${nameHost(url)}: ${error.message}`, {
      cause: error,
      reason: obstacleOf(error),
    });
  }
}

function obstacleOf({ kind, code }: PeerError): FollowObstacle {
  if (kind === "timeout") return "NO_ANSWER";
  if (kind !== "unreachable") return "NO_NODE";
  if (/_NOT_ALLOWED$/.test(code ?? "")) return "ADDRESS_NOT_ALLOWED";
  return /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^EPROTO$/.test(code ?? "") ? "BAD_CERTIFICATE" : "UNREACHABLE";
}

/** What a sentence calls a node that somebody named: an error repeats little of what was sent. */
function nameHost(url: string): string {
  const host = URL.parse(url)?.host ?? "";
  return host.length > 100 ? `${host.slice(0, 100)}…` : host;
}

/**
 * Reads the profile at a URL and makes sure that the claimed address answers there (specification 4.5).
 *
 * @param ownUrl this node's own URL, at which nobody else can be
 * @throws EwpError `mismatch`, whatever was wrong: unreachable, too large, no profile, another address (decisions 2)
 */
export async function verifyNodeIdentity(
  { peers, log }: Pick<Context, "peers" | "log">,
  claim: { address: Address; url: string; ownUrl: string },
  mismatch: EwpErrorCode,
): Promise<ParsedProfile> {
  const { address, url, ownUrl } = claim;
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
 * For a follow of a node that is known at another URL. Nobody signs a profile, so anybody can serve somebody else's: as
 * long as the node still answers where it is known, and calls that its own URL, it does not live at a second one.
 *
 * @throws AppError CONFLICT
 */
export async function rejectImpersonation(
  { store, peers }: Pick<Context, "store" | "peers">,
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
  throw new AppError(
    "CONFLICT",
    `${known.title} lives at ${known.url}. What answers at ${url} is another node that calls itself the same.`,
    { reason: "OTHER_NODE" },
  );
}

/** A node, and what it speaks as far as is known. */
type Peer = Pick<Profile, "title" | "form">;

/** The form in which a message for a node is signed; baseline until the node has been asked. */
export function formOf({ form }: Pick<Profile, "form">): Form {
  return form ?? "baseline";
}

/**
 * For a message that is brought to a node: it must be signed as that node reads it.
 *
 * @throws AppError VALIDATION_FAILED in words
 */
export function requireFormOf(
  peer: Peer,
  { form }: Pick<Verified<"CreateConnection" | "DestroyConnection">, "form">,
): void {
  if (form === formOf(peer)) return;
  throw new AppError(
    "VALIDATION_FAILED",
    `${peer.title} speaks the ${formOf(peer)} form of the protocol, and this is signed in the ${form} form. Sign it again.`,
  );
}

/**
 * Whether the owner's signature can end this follow at the other node.
 *
 * @throws AppError NOT_SUPPORTED in words, where a node of the reference form is to be removed as a follower
 */
export function requireEndable(peer: Peer, meaning: Meanings["DestroyConnection"], owner: Address): void {
  if (maySign("DestroyConnection", meaning, { signer: owner, form: formOf(peer) })) return;
  throw new AppError(
    "NOT_SUPPORTED",
    `${peer.title} can't be removed: its node speaks the reference form of the protocol, in which a follow ends by the ` +
      `follower's signature alone. It follows you until it unfollows. Nothing was changed.`,
  );
}
