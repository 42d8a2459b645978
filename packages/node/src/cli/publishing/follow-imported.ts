import { EwpError } from "@freehold/protocol";
import type { Signer } from "../../domain/access/signer.ts";
import { prepareFollow, submitFollow } from "../../domain/connections/follow.ts";
import { listUnproven, type UnprovenConnection } from "../../domain/connections/peers.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import { formatCount } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

interface Renewed extends UnprovenConnection {
  /** `unproven`: only the follower can sign it. `failed`: the other node refused or is another one. */
  readonly status: "following" | "waiting" | "failed" | "unproven";
  readonly reason: string | null;
}

/**
 * `freehold follow --imported`: signs each follow again that an import brought without its signature. The other node has it
 * already, so nobody is notified. It can be stopped and run again.
 */
export async function followImported(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const signal = call.stopSignal();
  const found = await listUnproven(node);
  const renewable = found.filter(({ side }) => side === "followee");
  const followers = found.filter(({ side }) => side === "follower");
  const done: Renewed[] = [];
  if (renewable.length > 0) {
    using signer = await unlockOwner(call, own.address);
    for (const one of renewable) {
      signal.throwIfAborted();
      if (terminal.showsProgress) terminal.status(`Following  ${done.length} of ${renewable.length}`);
      done.push(await renew(node, signer, one));
    }
    terminal.status("");
  }
  const count = (wanted: Renewed["status"]) => done.filter(({ status }) => status === wanted).length;
  const failed = count("failed");
  await printResult(
    call,
    [...done, ...followers.map((one): Renewed => ({ ...one, status: "unproven", reason: null }))],
    [
      `${formatCount(count("following"), "follow")} signed again.`,
      ...done
        .filter(({ status }) => status === "failed")
        .map((one) => `${terminal.paint("red", "BAD")} ${describe(one)}: ${safeText(one.reason ?? "")}`),
      ...done
        .filter(({ status }) => status === "waiting")
        .map((one) => `${describe(one)} has not responded yet; the running node keeps trying for an hour.`),
    ],
    [
      followers.length > 0 &&
        `${formatCount(followers.length, "follower")} can't be signed for here, and get your posts as before: ` +
          `${followers.slice(0, 20).map(describe).join(", ")}${followers.length > 20 ? ", …" : ""}.`,
    ],
  );
  if (failed > 0)
    throw new AppError("IMPORT_INCOMPLETE", msg`${formatCount(failed, "follow")} could not be signed again.`);
}

const describe = ({ title, url }: UnprovenConnection) => `${safeText(title)} (${safeText(url)})`;

async function renew(node: OpenNode, signer: Signer, one: UnprovenConnection): Promise<Renewed> {
  try {
    const { meaning, form, profile } = await prepareFollow(node, one.url);
    if (profile.address !== one.address)
      return { ...one, status: "failed", reason: `${profile.address} uses that address, not ${one.address}` };
    const result = await submitFollow(node, signer.sign("CreateConnection", meaning, form));
    return { ...one, status: result.status, reason: result.status === "waiting" ? result.reason : null };
  } catch (error) {
    if (!(error instanceof AppError || error instanceof EwpError)) throw error;
    return { ...one, status: "failed", reason: error.message };
  }
}
