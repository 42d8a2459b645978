import { type Address, joinNodeUrl } from "@freehold/protocol";
import { escapeHtml } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { toFeedAddress } from "../../domain/ask-feed.ts";
import { limits } from "../../domain/limits.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError } from "../../errors/errors.ts";
import type { OpmlFeed } from "../../foreign/feed-documents.ts";
import { listFollowees, readAllConnections } from "../../store/peers/connections.ts";
import { readProfiles } from "../../store/peers/profiles.ts";
import { boundAddress } from "./bound-stored.ts";
import { feedLimits } from "./limits.ts";
import { countFeeds, insertFeed, listFeeds } from "./store/feeds.ts";

/** The result of an import of an OPML file. */
export interface OpmlReport {
  readonly added: number;
  /** They were already followed. */
  readonly known: number;
  /** Addresses that can't be asked: not https, or beyond the limit. At most twenty are named. */
  readonly refused: readonly string[];
  readonly refusedCount: number;
}

/**
 * Follows the feeds of an OPML file. They are asked one after another, by the queue. Followed nodes count as known.
 *
 * @throws AppError VALIDATION_FAILED if it is not OPML, TOO_LARGE, DOCUMENT_UNREADABLE, BUSY
 */
export async function importOpml(
  context: Pick<Context, "store" | "owner" | "clock" | "foreign">,
  bytes: Uint8Array,
): Promise<OpmlReport> {
  const { store, clock, foreign } = context;
  if (bytes.length > feedLimits.opmlBytes) throw new AppError("TOO_LARGE", "The OPML file is too large.");
  const feeds = await foreign.read("opml", { bytes }, { from: "owner", forOwner: true });
  if (feeds === null) throw new AppError("VALIDATION_FAILED", "This is not an OPML file.");
  const own = await requireOwner(context);
  const nodes = new Set((await listNodes(context, own.address)).map(({ url }) => url));
  const refused: string[] = [];
  let added = 0;
  let known = 0;
  await store.transaction(async (tx) => {
    let count = await countFeeds(tx);
    for (const { url: written, title, siteUrl, folder } of feeds) {
      const url = toFeedAddress(written);
      if (url !== null && nodes.has(url)) {
        known += 1;
        continue;
      }
      if (url === null || count >= feedLimits.feeds) {
        refused.push(written.slice(0, 200));
        continue;
      }
      const name = title || (URL.parse(url)?.host ?? url);
      const id = await insertFeed(tx, { url, title: name, siteUrl, folder, createdAt: clock.now() });
      if (id === null) known += 1;
      else {
        added += 1;
        count += 1;
      }
    }
  });
  return { added, known, refused: refused.slice(0, 20), refusedCount: refused.length };
}

/** All feeds and followed nodes as OPML 2.0; a node is named by the feed of its site. */
export async function exportOpml(context: Pick<Context, "store" | "owner" | "clock">): Promise<string> {
  const own = await requireOwner(context);
  const { db } = context.store;
  const nodes = await listNodes(context, own.address);
  const feeds = await listFeeds(db);
  const folders = Map.groupBy(feeds, ({ folder }) => folder ?? "");
  const body = [
    ...(nodes.length > 0 ? [outlineOf("Freehold", nodes.map(writeFeed))] : []),
    ...[...folders].map(([folder, inside]) =>
      folder === "" ? inside.map(writeFeed).join("") : outlineOf(folder, inside.map(writeFeed)),
    ),
  ];
  const head = `<title>${escapeHtml(own.title)}</title><dateCreated>${new Date(context.clock.now()).toUTCString()}</dateCreated>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head>${head}</head>\n<body>\n${body.join("")}</body>\n</opml>\n`;
}

async function listNodes({ store }: Pick<Context, "store">, own: Address): Promise<Named[]> {
  const nodes: Named[] = [];
  for await (const page of readAllConnections(listFollowees, store.db, own, limits.pageItems)) {
    const profiles = await readProfiles(
      store.db,
      page.map(({ followeeAddress }) => followeeAddress),
    );
    for (const { url, title, form } of profiles.values())
      nodes.push({
        url: joinNodeUrl(url, form === "reference" ? "/feed" : "/feed.xml"),
        title,
        siteUrl: url,
      });
  }
  return nodes;
}

type Named = Pick<OpmlFeed, "url" | "title" | "siteUrl">;

function writeFeed({ url, title, siteUrl }: Named): string {
  const name = attributeText(title);
  const page = boundAddress(siteUrl);
  const site = page === null ? "" : ` htmlUrl="${attributeText(page)}"`;
  return `<outline type="rss" text="${name}" title="${name}" xmlUrl="${attributeText(url)}"${site}/>\n`;
}

function outlineOf(title: string, inside: readonly string[]): string {
  return `<outline text="${attributeText(title)}">\n${inside.join("")}</outline>\n`;
}

/** Without what XML forbids. */
function attributeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  return escapeHtml(text.replace(/[\u0000-\u001f\ufffe\uffff]/g, " "));
}
