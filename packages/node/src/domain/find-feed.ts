import { PeerError } from "@freehold/protocol";
import type { Context } from "../context.ts";
import { AppError, msg } from "../errors/errors.ts";
import type { Reply } from "../foreign/documents.ts";
import type { FeedLink, ParsedFeed } from "../foreign/feed-documents.ts";
import { askFeed, type FeedReply, toFeedAddress } from "./ask-feed.ts";

type AskContext = Pick<Context, "peers" | "clock" | "foreign">;

/** A feed that was found at an address. */
interface FoundFeed {
  readonly reply: FeedReply;
  readonly parsed: ParsedFeed;
  readonly others: readonly FeedLink[];
}

/**
 * The feed at an address, or the first feed that the page at the address names.
 *
 * @throws AppError VALIDATION_FAILED
 * for no https address, NOT_FOUND where there is no feed, PEER_FAILED, DOCUMENT_UNREADABLE, BUSY
 */
export async function findFeedAt(context: AskContext, address: string): Promise<FoundFeed> {
  const page = await ask(context, address);
  const { feed, links } = await readReply(context, page, { forOwner: true });
  if (feed) return { reply: page, parsed: feed, others: [] };
  const [first, ...others] = links;
  if (first === undefined) throw noFeed();
  const reply = await ask(context, first.url);
  const named = await readReply(context, reply, { forOwner: true });
  if (!named.feed) throw noFeed();
  return { reply, parsed: named.feed, others };
}

async function ask(context: AskContext, address: string): Promise<FeedReply> {
  const url = toFeedAddress(address);
  if (url === null) throw new AppError("VALIDATION_FAILED", "The URL of a feed must begin with https://.");
  const reply = await askFeed(context, url, { etag: null, lastModified: null }).catch((error: unknown) => {
    if (!(error instanceof PeerError)) throw error;
    throw new AppError("PEER_FAILED", msg`The server at this address can't be read: ${error.message}`, {
      cause: error,
    });
  });
  if (reply.status !== 200)
    throw new AppError("NOT_FOUND", msg`The server returns ${reply.status} at this address.`);
  return reply;
}

function noFeed(): AppError {
  return new AppError("NOT_FOUND", "There is no feed at this address, and the page doesn't link to one.");
}

/** The feed in a reply, or those that a page names. @throws AppError DOCUMENT_UNREADABLE, BUSY */
export function readReply(
  { foreign }: Pick<Context, "foreign">,
  { bytes, url, contentType }: FeedReply,
  { forOwner = false } = {},
): Promise<Reply<"feed">> {
  return foreign.read("feed", { bytes, url, contentType }, { from: new URL(url).host, forOwner });
}
