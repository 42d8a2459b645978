import { open } from "node:fs/promises";
import { limits } from "../domain/limits.ts";
import { type AvatarPicture, parseAvatar, setAvatar } from "../domain/profile/avatar.ts";
import { requireOwner, toNodeProfile } from "../domain/profile/owner.ts";
import {
  prepareProfileUpdate,
  type UpdatedProfile,
  updateOwnProfile,
} from "../domain/profile/update-profile.ts";
import { AppError } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import type { OpenNode } from "../startup/open-node.ts";
import { type Call, textOf } from "./command.ts";
import { formatCount } from "./format.ts";
import { unlockOwner } from "./keys.ts";
import { openForCall } from "./open-for-call.ts";
import { referenceFormNotes } from "./peers.ts";
import { printJson } from "./terminal.ts";

type Sent = Pick<UpdatedProfile, "recipients" | "readers">;

const updatable = ["title", "description", "url", "avatar"] as const;

/** `freehold profile`: shows, changes or sends out this node's profile. */
export async function profile(call: Call): Promise<void> {
  const action = call.arguments[0] ?? "show";
  const changes = updatable.filter((name) => textOf(call, name) !== undefined);
  if (action !== "update" && changes.length > 0) {
    throw new AppError("USAGE", `--${changes[0]} belongs to freehold profile update.`);
  }
  switch (action) {
    case "show":
      return show(call);
    case "update":
      if (changes.length === 0) {
        throw new AppError(
          "USAGE",
          "There is nothing to update: give --title, --description, --url or --avatar.",
        );
      }
      return update(call);
    case "broadcast":
      return broadcast(call);
    default:
      throw new AppError(
        "USAGE",
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
  const sent = signs ? await sendOut(call, node) : {};
  if (picture) await setAvatar(node, picture.bytes);
  await printProfile(call, node, sent);
}

async function broadcast(call: Call): Promise<void> {
  await using node = await openForCall(call);
  await printProfile(call, node, await sendOut(call, node));
}

/** Signs the profile, with what is to change, in each form that somebody speaks, and queues it for every connected node. */
async function sendOut(call: Call, node: OpenNode): Promise<Sent> {
  const { meaning, forms } = await prepareProfileUpdate(node, {
    url: textOf(call, "url"),
    title: textOf(call, "title"),
    description: textOf(call, "description"),
  });
  using signer = await unlockOwner(call, meaning.ownerAddress);
  const signed = forms.map((form) => signer.sign("NodeProfileUpdate", meaning, form));
  const { recipients, readers } = await updateOwnProfile(node, signed);
  return { recipients, readers };
}

async function printProfile(call: Call, node: OpenNode, more: Partial<Sent> = {}): Promise<void> {
  const { terminal } = call;
  const own = toNodeProfile(await requireOwner(node));
  if (call.json) return printJson(terminal, { ...own, ...more });
  await terminal.print(terminal.paint("bold", safeText(own.title)));
  if (own.description) await terminal.print(safeText(own.description));
  await terminal.print(`${terminal.paint("dim", "url    ")} ${terminal.paint("cyan", own.url)}`);
  await terminal.print(`${terminal.paint("dim", "address")} ${own.address}`);
  await terminal.print(`${terminal.paint("dim", "updated")} ${own.updatedAt}`);
  if (more.recipients !== undefined) {
    terminal.note(`Signed, and on its way to ${formatCount(more.recipients, "node")}.`);
  }
  const words = referenceFormNotes.readers(more.readers ?? 0);
  if (words !== null) terminal.note(words);
}

/**
 * A picture out of a file.
 * @throws AppError VALIDATION_FAILED when it is none of JPEG, PNG, WebP and GIF, or too large
 */
export async function readAvatarFile(path: string): Promise<AvatarPicture> {
  const picture = await parseAvatar(await readBounded(path, limits.avatarBytes));
  if (picture === null) {
    throw new AppError(
      "VALIDATION_FAILED",
      `${path} can't be the avatar: that is a JPEG, PNG, WebP or GIF picture of up to 2 MiB.`,
    );
  }
  return picture;
}

async function readBounded(path: string, most: number): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(most + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}
