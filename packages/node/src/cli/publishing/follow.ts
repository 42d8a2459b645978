import type { Form } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { prepareFollow, submitFollow } from "../../domain/connections/follow.ts";
import { endConnection, prepareEnd } from "../../domain/connections/unfollow.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { argumentAt, type Call } from "../command.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";
import { findPeer, referenceFormNotes } from "./peers.ts";

/** `freehold follow`: signs the follow of another node and sends it there; where there is no node but a feed, follows the feed. */
export async function follow(call: Call): Promise<void> {
  if ((call.flags.imported === true) === call.arguments.length > 0)
    throw new AppError("USAGE", "Name a node or a feed to follow, or give --imported.");
  if (call.flags.imported === true) {
    const { followImported } = await import("./follow-imported.ts");
    return await followImported(call);
  }
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const url = argumentAt(call, 0);
  const prepared = await prepareFollow(node, url).catch((error: unknown) =>
    followFeed(call, node, url, error),
  );
  if (prepared === null) return;
  const { meaning, form, profile, isKnown } = prepared;
  using signer = await unlockOwner(call, own.address);
  const envelope = signer.sign("CreateConnection", meaning, form);
  const done = await submitFollow(node, envelope).catch((error: unknown) => {
    throw explain(error, own.url, form);
  });
  const { address, title } = profile;
  const name = call.terminal.paint("bold", safeText(title));
  const document = { ...done, address, url: meaning.followeeUrl, title };
  await (done.status === "following"
    ? printResult(
        call,
        document,
        [
          isKnown
            ? `You already follow ${name}. It was notified again.`
            : `You follow ${name}. The running node fetches its posts.`,
        ],
        [referenceFormNotes.followed(form, safeText(title))],
      )
    : printResult(
        call,
        document,
        [`The follow of ${name} is signed and waits.`],
        [`It could not be delivered yet (${safeText(done.reason)}); the running node keeps trying.`],
      ));
}

/** Follows the feed at an address where no node answers. @throws the failure of the node, if there is no feed either */
async function followFeed(call: Call, node: OpenNode, url: string, nodeError: unknown): Promise<null> {
  if (!hasCode(nodeError, "PEER_FAILED") && !hasCode(nodeError, "VALIDATION_FAILED")) throw nodeError;
  const feed = await services()
    .followFeed(node, url)
    .catch((error: unknown) => {
      throw hasCode(error, "TOO_MANY") ? error : nodeError;
    });
  if (feed === null) throw nodeError;
  const name = call.terminal.paint("bold", safeText(feed.title));
  await printResult(call, { status: "feed", url: feed.url, title: feed.title }, [
    `You read the feed ${name}. Its entries are not signed, and only you see them.`,
  ]);
  return null;
}

/** Explains a refusal that most often has its cause on this side: the other node can't call this one back. */
function explain(error: unknown, ownUrl: string, form: Form): unknown {
  // One with the refusal as its cause says more than this.
  if (!hasCode(error, "PEER_FAILED") || hasCode(error.cause, "PEER_FAILED")) return error;
  const note = referenceFormNotes.refused(form, ownUrl);
  if (note !== null) return new AppError("PEER_FAILED", msg`${error.message}\n${note}`, { cause: error });
  if (!error.message.includes("FOLLOWER_IDENTITY_MISMATCH")) return error;
  return new AppError(
    "PEER_FAILED",
    msg`The other node could not read this node's profile at ${ownUrl}/ewp/profile.\nTo follow somebody, this node must be running (${program} start) and reachable from there at that address, over HTTPS.`,
    { cause: error },
  );
}

/**
 * Ends a follow, and tells the other node at once or later.
 * @param side the owner's side: follower or followee of the other node
 */
async function endFollow(call: Call, side: "follower" | "followee"): Promise<void> {
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const { address, url, title, followed, follower } = await findPeer(node, argumentAt(call, 0));
  const plain = safeText(title);
  if (!(side === "follower" ? followed : follower)) {
    throw new AppError(
      "NOT_FOUND",
      side === "follower" ? msg`You do not follow ${plain}.` : msg`${plain} does not follow you.`,
    );
  }
  const { meaning, form } = await prepareEnd(node, { peer: address, owner: side });
  using signer = await unlockOwner(call, own.address);
  const ended = await endConnection(node, signer.sign("DestroyConnection", meaning, form));
  const name = call.terminal.paint("bold", plain);
  await printResult(
    call,
    { ...ended, address, url, title },
    [side === "follower" ? `You no longer follow ${name}.` : `${name} no longer follows you.`],
    [
      ended.status === "waiting" &&
        `It could not be announced yet (${safeText(ended.reason)}); the running node keeps trying.`,
    ],
  );
}

/** `freehold unfollow`: ends the owner's follow of another node, or of a feed. */
export async function unfollow(call: Call): Promise<void> {
  if (!(await unfollowFeed(call))) await endFollow(call, "follower");
}

/** @returns whether there is a feed with this address */
async function unfollowFeed(call: Call): Promise<boolean> {
  await using node = await openForCall(call);
  const feed = await services().unfollowFeed(node, argumentAt(call, 0));
  if (!feed) return false;
  const name = call.terminal.paint("bold", safeText(feed.title));
  await printResult(call, { status: "ended", url: feed.url, title: feed.title }, [
    `You no longer read ${name}.`,
  ]);
  return true;
}

/** `freehold remove-follower`: ends another node's follow of this one. */
export const removeFollower = (call: Call) => endFollow(call, "followee");
