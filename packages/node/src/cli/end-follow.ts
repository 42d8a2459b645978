import { endConnection, prepareEnd } from "../domain/connections/unfollow.ts";
import { requireOwner } from "../domain/installation/owner.ts";
import { AppError } from "../errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call } from "./command.ts";
import { findPeer } from "./find-peer.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./print-json.ts";
import { unlockOwner } from "./unlock-owner.ts";

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
