import type { Meanings } from "@freehold/protocol";
import { requireOwner } from "../domain/installation/require-owner.ts";
import { toNodeProfile } from "../domain/profile/read-own-profile.ts";
import { setAvatar } from "../domain/profile/set-avatar.ts";
import { updateOwnProfile } from "../domain/profile/update-own-profile.ts";
import type { OpenNode } from "../open-node.ts";
import { type Call, textOf, UsageError } from "./command.ts";
import { formatCount } from "./format-amount.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./print-json.ts";
import { readAvatarFile } from "./read-avatar-file.ts";
import { safeText } from "./safe-text.ts";
import { unlockOwner } from "./unlock-owner.ts";

const updatable = ["title", "description", "url", "avatar"] as const;

/** `freehold profile`: shows, changes or sends out this node's profile. */
export async function profile(call: Call): Promise<void> {
  const action = call.arguments[0] ?? "show";
  const changes = updatable.filter((name) => textOf(call, name) !== undefined);
  if (action !== "update" && changes.length > 0) {
    throw new UsageError(`--${changes[0]} belongs to freehold profile update.`);
  }
  switch (action) {
    case "show":
      return show(call);
    case "update":
      if (changes.length === 0) {
        throw new UsageError("There is nothing to update: give --title, --description, --url or --avatar.");
      }
      return update(call);
    case "broadcast":
      return broadcast(call);
    default:
      throw new UsageError(
        `freehold profile knows show, update and broadcast, not ${JSON.stringify(action)}.`,
      );
  }
}

async function show(call: Call): Promise<void> {
  await using node = await openForCall(call);
  await printProfile(call, node);
}

async function update(call: Call): Promise<void> {
  const avatarFile = textOf(call, "avatar");
  const picture = avatarFile === undefined ? null : await readAvatarFile(avatarFile);
  await using node = await openForCall(call);
  const signs = ["title", "description", "url"].some((name) => textOf(call, name) !== undefined);
  const recipients = signs ? await sendOut(call, node) : null;
  if (picture) {
    await setAvatar(node, picture.bytes);
  }
  await printProfile(call, node, recipients === null ? {} : { recipients });
}

async function broadcast(call: Call): Promise<void> {
  await using node = await openForCall(call);
  const recipients = await sendOut(call, node);
  await printProfile(call, node, { recipients });
}

/** Signs the profile, with what is to change, and queues it for every connected node. */
async function sendOut(call: Call, node: OpenNode): Promise<number> {
  const own = await requireOwner(node);
  using signer = await unlockOwner(call, own.address);
  const meaning: Meanings["NodeProfileUpdate"] = {
    ownerAddress: own.address,
    url: textOf(call, "url") ?? own.url,
    title: textOf(call, "title") ?? own.title,
    description: textOf(call, "description") ?? own.description ?? "",
    // Two updates in one second: the later one must be newer.
    timestamp: Math.max(Math.floor(node.clock.now() / 1000), own.updatedAt + 1),
  };
  return (await updateOwnProfile(node, signer.sign("NodeProfileUpdate", meaning))).recipients;
}

async function printProfile(call: Call, node: OpenNode, more: { recipients?: number } = {}): Promise<void> {
  const { terminal } = call;
  const own = toNodeProfile(await requireOwner(node));
  if (call.json) {
    return printJson(terminal, { ...own, ...more });
  }
  await terminal.print(terminal.paint("bold", safeText(own.title)));
  if (own.description) {
    await terminal.print(safeText(own.description));
  }
  await terminal.print(`${terminal.paint("dim", "url    ")} ${terminal.paint("cyan", own.url)}`);
  await terminal.print(`${terminal.paint("dim", "address")} ${own.address}`);
  await terminal.print(`${terminal.paint("dim", "updated")} ${own.updatedAt}`);
  if (more.recipients !== undefined) {
    terminal.note(`Signed, and on its way to ${formatCount(more.recipients, "node")}.`);
  }
}
