import { draftBecause, type ImportedPost, publicBecause, targetsOf } from "@freehold/import";
import { addressOfContents } from "@freehold/protocol";
import { limits } from "../../../../domain/limits.ts";
import { requireOwner } from "../../../../domain/profile/owner.ts";
import { updatePublication } from "../../../../domain/publications/update.ts";
import { hasCode } from "../../../../errors/errors.ts";
import { findPublication } from "../../../../store/publications/publications.ts";
import type { ImportRun } from "../import-run.ts";
import { findAddress, importFiles } from "./import-files.ts";

/**
 * Fetches the files of a post that an earlier import left behind as links, and lets its text show them from here. A text that
 * names them no more, and one that is signed, stay as they are. Those that the owner does not fetch are counted.
 *
 * @param id of the post here
 */
export async function fetchLeftBehind(run: ImportRun, post: ImportedPost, id: number): Promise<void> {
  const { context, dryRun, missing } = run;
  const named = post.files.flatMap((file) => {
    const url = findAddress(run, post, file);
    return url !== null && (url.startsWith("https:") || missing.allows(url)) ? [{ file, url }] : [];
  });
  if (named.length === 0) return;
  const found = await findPublication(context.store.db, id);
  if (!found || found.state === "signed") return;
  const text = new TextDecoder().decode(await context.blobs.readAll(found.contentHash, limits.markdownBytes));
  const behind = named.filter(({ url }) => targetsOf(url).test(text));
  const left = dryRun ? [] : behind.filter(({ url }) => missing.allows(url));
  run.report.missing += behind.length - left.length;
  if (left.length === 0) return;
  const files = left.map(({ file }) => file);
  const visibility = found.state === "local" ? publicBecause("owner") : draftBecause("unsaid");
  const { taken } = await importFiles(run, { ...post, visibility, files });
  const { url: node } = await requireOwner(context);
  let body = text;
  for (const { file, url } of left) {
    const here = taken.get(file.address);
    if (here) body = body.replace(targetsOf(url), addressOfContents(node, here.hash));
  }
  if (body === text) return;
  try {
    await updatePublication(context, id, { body, revision: found.updatedAt, isQuiet: true });
  } catch (error) {
    // The owner has edited the post meanwhile: the next import shows the files in it.
    if (!hasCode(error, "CONFLICT")) throw error;
  }
}
