import type { Form } from "@freehold/protocol";
import { prepareFollow, submitFollow } from "../domain/connections/follow.ts";
import { endConnection, prepareEnd } from "../domain/connections/unfollow.ts";
import { requireOwner } from "../domain/profile/owner.ts";
import { AppError, hasCode } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call } from "./command.ts";
import { unlockOwner } from "./keys.ts";
import { openForCall } from "./open-for-call.ts";
import { findPeer, referenceFormNotes } from "./peers.ts";
import { printJson } from "./terminal.ts";

/** `freehold follow`: signs the follow of another node and brings it there. */
export async function follow(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const { meaning, form, profile } = await prepareFollow(node, argumentAt(call, 0));
  using signer = await unlockOwner(call, own.address);
  const envelope = signer.sign("CreateConnection", meaning, form);
  const done = await submitFollow(node, envelope).catch((error: unknown) => {
    throw explain(error, own.url, form);
  });
  const { address, title } = profile;
  if (call.json) return await printJson(terminal, { ...done, address, url: meaning.followeeUrl, title });
  const name = terminal.paint("bold", safeText(title));
  if (done.status === "following") {
    await terminal.print(`You follow ${name}. What it has published is fetched by the running node.`);
    const words = referenceFormNotes.followed(form, safeText(title));
    return words === null ? undefined : terminal.note(words);
  }
  await terminal.print(`The follow of ${name} is signed and waits.`);
  terminal.note(
    `It could not be brought there yet (${safeText(done.reason)}); the running node goes on trying.`,
  );
}

/** The refusal that has its cause on this side, most often: the other node calls back, and finds nobody. */
function explain(error: unknown, ownUrl: string, form: Form): unknown {
  if (!hasCode(error, "PEER_FAILED")) return error;
  const words = referenceFormNotes.refused(form, ownUrl);
  if (words !== null) return new AppError("PEER_FAILED", `${error.message}\n${words}`, { cause: error });
  if (!error.message.includes("FOLLOWER_IDENTITY_MISMATCH")) return error;
  return new AppError(
    "PEER_FAILED",
    `The other node could not read this node's profile at ${ownUrl}/ewp/profile.\n` +
      "To follow somebody, this node must be running (freehold start) and reachable from there at that address, over HTTPS.",
    { cause: error },
  );
}

/** Ends a follow: the owner's own one, or somebody else's of this node. The other node is told at once or later. */
export async function endFollow(call: Call, side: "follower" | "followee"): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const peer = await findPeer(node, argumentAt(call, 0));
  const title = safeText(peer.title);
  if (!(side === "follower" ? peer.followed : peer.follower)) {
    throw new AppError(
      "NOT_FOUND",
      side === "follower" ? `You do not follow ${title}.` : `${title} does not follow you.`,
    );
  }
  const { meaning, form } = await prepareEnd(node, { peer: peer.address, owner: side });
  using signer = await unlockOwner(call, own.address);
  const envelope = signer.sign("DestroyConnection", meaning, form);
  const ended = await endConnection(node, envelope);
  if (call.json) {
    return await printJson(terminal, { ...ended, address: peer.address, url: peer.url, title: peer.title });
  }
  const name = terminal.paint("bold", title);
  await terminal.print(
    side === "follower" ? `You no longer follow ${name}.` : `${name} no longer follows you.`,
  );
  if (ended.status === "waiting") {
    terminal.note(`It could not be told yet (${safeText(ended.reason)}); the running node goes on trying.`);
  }
}

/** `freehold unfollow`: ends the owner's follow of another node. */
export function unfollow(call: Call): Promise<void> {
  return endFollow(call, "follower");
}

/** `freehold remove-follower`: ends another node's follow of this one. */
export function removeFollower(call: Call): Promise<void> {
  return endFollow(call, "followee");
}
