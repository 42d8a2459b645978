import { PeerError } from "@freehold/protocol";
import { MiB } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import type { ForeignPage } from "../../../foreign/documents.ts";

const pageBytes = MiB; // another site's page, read for a mention
const pageMs = 20_000; // another site's page, read for a mention

/** A page of another site, with its answer. */
export interface FetchedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly page: ForeignPage;
}

/**
 * Reads a page of another site under the guard of all calls out, up to a size.
 *
 * @throws PeerError when there is no answer
 */
export async function fetchPage(
  { peers }: Pick<Context, "peers">,
  { url, signal }: { url: string; signal?: AbortSignal | undefined },
): Promise<FetchedPage> {
  const reply = await peers.send({
    method: "GET",
    url,
    headers: { Accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1" },
    // The reading ends by itself.
    maxBytes: Number.MAX_SAFE_INTEGER,
    deadlineMs: pageMs,
    ...(signal && { signal }),
  });
  const { status, headers } = reply;
  const [mediaType = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const bytes = await readBeginning(reply.body);
  const charset = /charset="?([\w.:-]{1,40})/.exec(parameters.join(";"))?.[1] ?? null;
  return { status, headers, page: { bytes, url: reply.url, mediaType: mediaType.trim(), charset } };
}

async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let left: number = pageBytes;
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(chunks);
}

/** Whether an answer says that the page may be there another time. */
export function isForNow(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** @throws PeerError for an answer that says to try later */
export function requireAnswer({ status }: FetchedPage): void {
  if (isForNow(status)) throw new PeerError("refused", "The page is not there now.", { status });
}
