import { createHash } from "node:crypto";
import { secondMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import { limits } from "./limits.ts";
import { parseCallTarget } from "./parse-address.ts";

const feedMs = 30 * secondMs; // the answer of a feed's server

/** The validators of the last reply of a feed. */
export interface LastReply {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The answer of a feed's server. */
export interface FeedReply extends LastReply {
  readonly status: number;
  /** The address of the feed after redirects. */
  readonly url: string;
  /** The address of the feed from now on: the end of its permanent redirects. */
  readonly permanentUrl: string;
  readonly contentType: string | null;
  /** Empty for 304. */
  readonly bytes: Uint8Array;
  readonly bodyHash: string;
  /** How long the server asks to wait before the next question (ms), or null. */
  readonly waitMs: number | null;
}

/**
 * Asks for a feed, or for a page in which one may be named, through the guarded client.
 *
 * @throws PeerError as the client; the reason of the signal
 */
export async function askFeed(
  { peers, clock }: Pick<Context, "peers" | "clock">,
  url: string,
  { etag, lastModified }: LastReply,
  signal?: AbortSignal,
): Promise<FeedReply> {
  const at = { url, permanentUrl: url, isPermanent: true };
  const reply = await peers.send({
    method: "GET",
    url,
    headers: {
      accept:
        "application/feed+json, application/atom+xml, application/rss+xml, application/xml;q=0.9, text/html;q=0.5, */*;q=0.1",
      ...(etag !== null && { "if-none-match": etag }),
      ...(lastModified !== null && { "if-modified-since": lastModified }),
    },
    maxBytes: limits.feedBytes,
    deadlineMs: feedMs,
    onRedirect(status, next) {
      at.url = next;
      at.isPermanent &&= status === 301 || status === 308;
      if (at.isPermanent) at.permanentUrl = next;
    },
    ...(signal && { signal }),
  });
  const bytes = Buffer.concat(await Array.fromAsync(reply.body));
  const { headers } = reply;
  return {
    status: reply.status,
    url: at.url,
    permanentUrl: at.permanentUrl,
    contentType: headers["content-type"] ?? null,
    etag: bounded(headers.etag),
    lastModified: bounded(headers["last-modified"]),
    bytes,
    bodyHash: createHash("sha256").update(bytes).digest("hex"),
    waitMs: waitOf(headers, clock.now()),
  };
}

/** A header that is sent back as it came. */
function bounded(header: string | undefined): string | null {
  return header !== undefined && header.length <= 500 ? header : null;
}

/** The longer time of `Retry-After` and `Cache-Control`. */
function waitOf(headers: Readonly<Record<string, string>>, now: number): number | null {
  const retry = headers["retry-after"] ?? "";
  const after = /^\d{1,9}$/.test(retry) ? Number(retry) * 1_000 : Date.parse(retry) - now;
  const age = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers["cache-control"] ?? "")?.[1] ?? 0) * 1_000;
  return Math.max(Number.isFinite(after) ? after : 0, age) || null;
}

/** The address at which a feed is asked: https, without a fragment; null for any other. `http` and `feed` become `https`. */
export function toFeedAddress(written: string): string | null {
  const text = written.trim().replace(/^feed:(?:\/\/)?(?=https?:)/i, "");
  const whole =
    /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/:]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  return parseCallTarget(whole.replace(/^(?:http|feed):/i, "https:").replace(/#.*/s, ""))?.href ?? null;
}
