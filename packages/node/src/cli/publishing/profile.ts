import { createReadStream } from "node:fs";
import { program } from "../../config/program.ts";
import { limits } from "../../domain/limits.ts";
import { type AvatarPicture, cleanAvatar, parseAvatar, setAvatar } from "../../domain/profile/avatar.ts";
import { requireOwner, toNodeProfile } from "../../domain/profile/owner.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  type UpdatedProfile,
  updateOwnProfile,
} from "../../domain/profile/update-profile.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { type Call, textOf } from "../command.ts";
import { formatCount } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { requireNewAddress } from "../maintenance/new-address.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";
import { referenceFormNotes } from "./peers.ts";
import { noteRemoved } from "./removed-metadata.ts";

type Sent = Pick<UpdatedProfile, "recipients" | "readers">;

const actions: readonly string[] = ["show", "update", "broadcast"];
const updatable = ["title", "description", "url", "avatar"] as const;

/** `freehold profile`: shows, changes or sends out this node's profile. */
export async function profile(call: Call): Promise<void> {
  const [action = "show"] = call.arguments;
  const changes = updatable.filter((name) => textOf(call, name) !== undefined);
  const problem = findProblem(action, changes);
  if (problem !== null) throw new AppError("USAGE", problem);
  const avatarFile = textOf(call, "avatar");
  const picture = avatarFile === undefined ? null : await readAvatarFile(call, avatarFile);
  await using node = await openForCall(call);
  const signs = action === "broadcast" || changes.some((name) => name !== "avatar");
  const sent = signs ? await sendOut(call, node) : null;
  if (picture) await setAvatar(node, picture.bytes);
  await printProfile(call, node, sent);
}

function findProblem(action: string, changes: readonly string[]): string | null {
  if (action !== "update" && changes.length > 0)
    return `--${changes[0]} belongs to ${program} profile update.`;
  if (action === "update" && changes.length === 0)
    return "There is nothing to update: give --title, --description, --url or --avatar.";
  if (actions.includes(action)) return null;
  return `${program} profile knows show, update and broadcast, not ${JSON.stringify(action)}.`;
}

/** Signs the changed profile in each form that a connected node speaks, and queues it for all of them. */
async function sendOut(call: Call, node: OpenNode): Promise<Sent> {
  const current = (await requireOwner(node)).url;
  const { meaning, forms } = await prepareProfileUpdate(node, {
    url: textOf(call, "url"),
    title: textOf(call, "title"),
    description: textOf(call, "description"),
  });
  await requireNewAddress(call, node, { url: meaning.url, current });
  using signer = await unlockOwner(call, meaning.ownerAddress);
  const signed = forms.map((form) => signer.sign("NodeProfileUpdate", meaning, form));
  const { recipients, readers } = await updateOwnProfile(node, signed, takeAnyAddress);
  return { recipients, readers };
}

async function printProfile(call: Call, node: OpenNode, sent: Sent | null): Promise<void> {
  const { paint } = call.terminal;
  const own = toNodeProfile(await requireOwner(node));
  await printResult(
    call,
    { ...own, ...sent },
    [
      paint("bold", safeText(own.title)),
      own.description ? safeText(own.description) : null,
      `${paint("dim", "url    ")} ${paint("cyan", own.url)}`,
      `${paint("dim", "address")} ${own.address}`,
      `${paint("dim", "updated")} ${own.updatedAt}`,
    ],
    [
      sent && `Signed. It is being sent to ${formatCount(sent.recipients, "node")}.`,
      referenceFormNotes.readers(sent?.readers ?? 0),
    ],
  );
}

/**
 * Reads the picture in a file, without its metadata.
 * @throws AppError VALIDATION_FAILED if it is not a JPEG, PNG, WebP or GIF, or too large; PICTURE_DAMAGED
 */
export async function readAvatarFile(
  { terminal }: Pick<Call, "terminal">,
  path: string,
): Promise<AvatarPicture> {
  // One byte more than allowed shows that the file is too large.
  const chunks: Buffer[] = await Array.fromAsync(createReadStream(path, { end: limits.avatarBytes }));
  const picture = await parseAvatar(Buffer.concat(chunks));
  if (picture === null) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`${path} can't be the profile picture. It must be a JPEG, PNG, WebP or GIF of up to 2 MB.`,
    );
  }
  const { removed, ...cleaned } = await cleanAvatar(picture);
  noteRemoved(terminal, removed);
  return cleaned;
}
