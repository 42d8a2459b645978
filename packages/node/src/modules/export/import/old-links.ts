import { leaveWords } from "@freehold/import";
import { mapProse } from "@freehold/protocol";
import { limits } from "../../../domain/limits.ts";
import { findMoved } from "../../../domain/publications/old-addresses.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { readTitle } from "../../../domain/search/searchable-text.ts";
import { hasCode } from "../../../errors/errors.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import type { ImportRun } from "./import-run.ts";

/**
 * Changes links between imported posts to their new addresses. In a post that is public, a link to a draft or to a deleted post
 * would lead nowhere: its words stay, and nothing else of the draft shows. Other links stay as they are. It runs after the import,
 * because a post may link to a later one.
 *
 * @param ids posts whose texts were not changed since the import
 * @param site the address of the old site; null if it is unknown, so that only paths are changed
 */
export async function rewriteOldLinks(
  run: ImportRun,
  ids: readonly number[],
  site: string | null,
): Promise<void> {
  if (run.dryRun) return;
  const links = createLinkPatterns(site);
  for (const id of ids) {
    run.signal?.throwIfAborted();
    await rewriteLinks(run, id, links);
  }
}

async function rewriteLinks(run: ImportRun, id: number, links: LinkPatterns): Promise<void> {
  const { context } = run;
  const post = await findPublication(context.store.db, id);
  if (!post || post.state === "signed") return;
  const text = new TextDecoder().decode(await context.blobs.readAll(post.contentHash, limits.markdownBytes));
  const own = (await context.owner.get())?.url.replace(/\/$/, "") ?? "";
  const targets = new Map<string, string>();
  const hidden = new Set<string>();
  for (const address of links.addressesOf(text)) {
    const { pathname, search, hash } = new URL(address, "https://old.invalid");
    const path =
      /^\/(?:ewp|api|slug|publications)\//.test(pathname) && address.startsWith("/") ? null : pathname;
    const found = path && (await findMoved(context, `${path}${search}`));
    if (found === "gone") hidden.add(address);
    else if (found) targets.set(address, `${found.path}${hash}`);
  }
  const isHidden = post.state === "local" && hidden.size > 0;
  if (targets.size === 0 && !isHidden) return;
  const shown = isHidden ? leaveWords(text, (address) => hidden.has(address)) : text;
  if (shown !== text) run.report.note(readTitle(text) || `${id}`, linkToDraft);
  const changed = links.replace(shown, (address, isTarget) => {
    const found = targets.get(address);
    if (found === undefined) return address;
    run.report.links += 1;
    return isTarget ? found : `${own}${found}`;
  });
  try {
    await updatePublication(context, id, { body: changed, revision: post.updatedAt, isQuiet: true });
  } catch (error) {
    // The owner has edited the post meanwhile: don't change it.
    if (!hasCode(error, "CONFLICT")) throw error;
  }
}

const linkToDraft =
  "A link in it leads to a draft, which readers can't see, so it is plain text. Link it again when you publish that one.";

interface LinkPatterns {
  /** The addresses on the old site that a Markdown text names outside of code. */
  addressesOf(text: string): ReadonlySet<string>;
  /** @param change gets each address, and whether it is a link's target, which may be a path */
  replace(text: string, change: (address: string, isTarget: boolean) => string): string;
}

function createLinkPatterns(site: string | null): LinkPatterns {
  const host = URL.parse(site ?? "")?.host.replace(/^www\./, "");
  const origin = host ? `https?://(?:www\\.)?${RegExp.escape(host)}(?![\\w.:-])` : null;
  const rest = "[^\\s<>()\"'\\\\]*";
  const start = "\\]\\(\\s*<?|\\]:[ \\t]*<?|href=[\"']";
  const target = new RegExp(
    `(?<before>${start})(?<address>${origin ? `(?:${origin})?` : ""}/(?!/)${rest})`,
    "g",
  );
  // In angle brackets, or bare in the text.
  const bare = origin && new RegExp(`(?<![\\w/="'(])(?<address>${origin}/${rest}(?<![.,;:!?]))`, "g");
  const replace: LinkPatterns["replace"] = (text, change) =>
    mapProse(text, (prose) => {
      const linked = prose.replace(
        target,
        (_, before: string, address: string) => before + change(address, true),
      );
      return bare ? linked.replace(bare, (address) => change(address, false)) : linked;
    });
  return {
    replace,
    addressesOf(text) {
      const found = new Set<string>();
      replace(text, (address) => {
        found.add(address);
        return address;
      });
      return found;
    },
  };
}
