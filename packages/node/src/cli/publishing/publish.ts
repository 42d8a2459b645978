import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { streamFile } from "../../blobs/files.ts";
import { program } from "../../config/program.ts";
import type { Signer } from "../../domain/access/signer.ts";
import { limits } from "../../domain/limits.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { createPublication } from "../../domain/publications/create.ts";
import { findPublication } from "../../domain/publications/visible.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { emptyTrash } from "../../domain/trash/trash.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { argumentAt, type Call, textOf } from "../command.ts";
import { endWithRecipients, formatBytes } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult, showProgress } from "../terminal.ts";
import { readPostInput } from "./read-post-input.ts";
import { noteRemoved } from "./removed-metadata.ts";
import { signOne, toPrinted } from "./sign.ts";

/** `freehold publish`: stores a post or a file, signs it, and queues it for every follower. */
export async function publish(call: Call): Promise<void> {
  const { terminal, config, flags } = call;
  if (flags.draft && flags.local) throw new AppError("USAGE", "--draft and --local exclude each other.");
  const staysUnsigned = flags.draft || flags.local;
  const input = await openInput(call, argumentAt(call, 0));
  const { kind, filename, size } = input;
  const label = filename ?? "standard input";
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const shown = showProgress(input.source, { terminal, label: input.filename ?? "standard input", size });
  const isDraft = flags.draft === true;
  const { timeZone } = await readSomeSettings(node.store.db, ["timeZone"]);
  const options = { isDraft, now: node.clock.now(), timeZone, signal: call.stopSignal() };
  const post = kind === "POST" ? await readPostInput(shown, options) : { source: shown, pictures: [] };
  using signer = staysUnsigned ? null : await unlockOwner(call, own.address);
  const description = textOf(call, "description") ?? null;
  if (description !== null && kind === "POST") {
    terminal.note("A post has no caption; --description is left out.");
  }
  notePictures(call, post.pictures);
  const { source, pictures: _pictures, ...labels } = post;
  const draft = {
    ...labels,
    kind,
    filename,
    description,
    slug: textOf(call, "slug") ?? post.slug ?? null,
    takesSlug: call.flags["take-slug"] === true,
    isToBeSigned: !staysUnsigned,
    source,
    // A draft until it is signed: if this ends half-way, nobody has seen it.
    state: flags.local ? "local" : "draft",
    keepMetadata: flags["keep-metadata"] === true,
  } as const;
  const created = await createPublication(node, draft, call.stopSignal()).catch((error: unknown) => {
    if (hasCode(error, "PICTURE_UNSUPPORTED") || hasCode(error, "PICTURE_DAMAGED"))
      throw new AppError(error.code, msg`${label}: ${error.message} --keep-metadata publishes it as it is.`);
    if (!hasCode(error, "TOO_LARGE") || kind !== "FILE") throw error;
    const limit = `FREEHOLD_MAX_CONTENT_BYTES=${config.maxContentBytes}`;
    throw new AppError("TOO_LARGE", msg`${label} is larger than the limit, ${limit}.`);
  });
  noteRemoved(terminal, created.removedMetadata);
  const signed = signer && (await signOrDiscard(node, signer, created.id));
  const printed = toPrinted(signed?.publication ?? created, own.url);
  const name = terminal.paint("bold", safeText(label));
  await printResult(call, printed, [
    signed
      ? `Published ${name}${endWithRecipients(signed.recipients)}`
      : flags.draft
        ? `Saved ${name} as a draft.`
        : `Published ${name} on this site only, unsigned.`,
    `  ${terminal.paint("cyan", printed.url ?? `${program} sign ${created.id}  publishes it`)}`,
    `  ${terminal.paint("dim", printed.contentHash)}`,
  ]);
}

/** Signs what was stored for this call. What can't be signed is not kept: the next try would find its own slug taken. */
async function signOrDiscard(node: OpenNode, signer: Signer, id: number) {
  return await signOne(node, signer, id).catch(async (error: unknown) => {
    const stored = await findPublication(node, { id });
    if (stored === null || stored.state === "signed") throw error;
    await destroyPublication(node, id);
    await emptyTrash(node, [{ kind: "publication", subjectId: id }]);
    throw error;
  });
}

/** Says which files of a post are not published with it. */
function notePictures({ terminal }: Call, pictures: readonly string[]): void {
  if (pictures.length === 0) return;
  const shown = pictures.slice(0, shownPictures).map(safeText).join(", ");
  const more = pictures.length > shownPictures ? ` and ${pictures.length - shownPictures} more` : "";
  terminal.note(
    `The post refers to ${shown}${more}, which are not published with it. Publish each with ${program} publish, and use its address in the text.`,
  );
}

// Files that a note names.
const shownPictures = 10;

/**
 * Opens the file to publish. The size of a file is checked before a byte is read.
 * @param path a file, or `-` for standard input
 * @returns `size` in bytes, null if unknown
 * @throws AppError TOO_LARGE, NOT_A_FILE; AppError USAGE for an unknown type
 */
async function openInput(call: Call, path: string) {
  const type =
    textOf(call, "type")?.toLowerCase() ?? (path === "-" || /\.(md|markdown)$/i.test(path) ? "post" : "file");
  if (type !== "post" && type !== "file") {
    throw new AppError("USAGE", msg`--type is post or file, not ${JSON.stringify(textOf(call, "type"))}.`);
  }
  const kind = type === "post" ? "POST" : "FILE";
  if (path === "-") return { kind, filename: null, size: null, source: call.terminal.input } as const;
  const found = await stat(path);
  if (found.isDirectory()) {
    throw new AppError("NOT_A_FILE", msg`${path} is a folder; one file at a time can be published.`);
  }
  const size = found.isFile() ? found.size : null;
  const most = call.config.maxContentBytes;
  if (size !== null && size > most) {
    throw new AppError(
      "TOO_LARGE",
      msg`${path} has ${formatBytes(size)} (${size} bytes); the limit is ${formatBytes(most)}, FREEHOLD_MAX_CONTENT_BYTES=${most}.`,
    );
  }
  if (size !== null && kind === "POST" && size > limits.markdownBytes) {
    throw new AppError(
      "TOO_LARGE",
      msg`${path} has ${size} bytes; a post has up to ${limits.markdownBytes}. With --type file it can be published as a file.`,
    );
  }
  return { kind, filename: basename(path), size, source: streamFile(path) } as const;
}
