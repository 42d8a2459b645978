import { createHash } from "node:crypto";
import { decodeUriPart } from "@freehold/protocol/internal";
import { type FeedFormat, feedFormats, type OwnedView, pathOfTag } from "@freehold/web";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "../../../context.ts";
import type { FeedDocument, ReadFeed } from "../../../domain/feed-links.ts";
import { parseTag } from "../../../domain/search/terms.ts";
import { createSite, type Site } from "../site.ts";
import { createTexts, openFigureWorker, type Texts } from "../texts/texts.ts";
import { type FeedParts, readFeed } from "./site-feed.ts";

const madeFeeds = 8; // feeds in memory, for their subscribers

type Needs = Pick<Context, "store" | "blobs" | "owner" | "clock" | "config">;

/** A rendered feed, and its input. */
interface MadeFeed {
  readonly version: string | null;
  readonly key: string;
  readonly feed: FeedDocument;
}

/**
 * Makes what makes the feeds of a node for its subscribers, in the site's own language, as the site itself makes them. A feed is
 * made once, however many subscribe to it, until something changes that it is made of.
 */
export function feedReader(ctx: Needs): ReadFeed {
  const made = new LRUCache<string, MadeFeed>({ max: madeFeeds });
  const turns = new Map<string, Promise<unknown>>();
  let opened: Promise<{ site: Site; pages: Texts }> | null = null;

  async function make({ path, ...asked }: Topic): Promise<FeedDocument | null> {
    const version = ctx.store.version();
    const last = made.get(path);
    if (last && version !== null && last.version === version) return last.feed;
    opened ??= openSite(ctx).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    const { site, pages } = await opened;
    const parts = await readFeed({ ...ctx, pages }, asked);
    if (parts === null) return null;
    await site.load();
    const view = site.viewFor({ url: path, headers: {}, routeOptions: { url: path } } as FastifyRequest);
    const { owner } = view;
    if (!owner) return null;
    const key = digest(JSON.stringify([parts.props, owner, view.messages.language]));
    const feed = last?.key === key ? last.feed : await render(parts, { ...view, owner }, asked.format);
    made.set(path, { version, key, feed });
    return feed;
  }

  return async (address) => {
    const topic = parseTopic(address);
    if (topic === null) return null;
    const { path } = topic;
    // One after another: later callers find the feed that the first one made, and nobody gets a feed from before the call.
    const turn = (turns.get(path) ?? Promise.resolve()).catch(() => {}).then(() => make(topic));
    turns.set(path, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(path) === turn) turns.delete(path);
    }
  };
}

async function openSite(ctx: Needs): Promise<{ site: Site; pages: Texts }> {
  // Feeds show no figures, so its thread never starts.
  return { site: await createSite(ctx), pages: createTexts(ctx, openFigureWorker()) };
}

/** A feed of this site. */
interface Topic {
  /** The same for all spellings of a tag. */
  readonly path: string;
  readonly format: FeedFormat;
  readonly tag: string | null;
}

function parseTopic(address: string): Topic | null {
  const [, segment, file] = /^(?:\/tags\/([^/]+))?\/([^/]+)$/.exec(address) ?? [];
  const format = feedFormats.find((one) => one.file === file);
  if (!format) return null;
  if (segment === undefined) return { path: `/${format.file}`, format, tag: null };
  const tag = parseTag(decodeUriPart(segment) ?? "");
  return tag === null ? null : { path: `${pathOfTag(tag)}/${format.file}`, format, tag };
}

async function render(parts: FeedParts, view: OwnedView, format: FeedFormat): Promise<FeedDocument> {
  const body = Buffer.from(await parts.render(view));
  return { mediaType: `${format.sentAs}; charset=utf-8`, body, hash: digest(body) };
}

function digest(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
