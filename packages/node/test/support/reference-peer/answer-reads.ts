import type { ServerResponse } from "node:http";
import { invalid, Refusal } from "./refusal.ts";
import type { ReferencePublication, ReferenceState } from "./state.ts";

/** GET /ewp/profile: no version, and times by its own names. */
export function profileOf({ node }: ReferenceState): object {
  const { created_at, updated_at, ...fields } = node;
  return {
    ...fields,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  };
}

/** GET /ewp/publications: oldest first, with what is unsigned, and nothing of others. */
export function pageOf({ node, publications }: ReferenceState, query: URLSearchParams): object {
  const limit = readNumber(query, "limit", 100, 1_000);
  const page = readNumber(query, "page", 1, Number.MAX_SAFE_INTEGER);
  const since = query.get("since");
  if (since !== null && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(since)) {
    throw new Refusal(400, "INVALID_SINCE_FORMAT", "since is an ISO time.");
  }
  const from = since === null ? 0 : Date.parse(since);
  const own = publications
    .filter((one) => one.author_address === node.address && one.created_at >= from)
    .sort((a, b) => a.created_at - b.created_at);
  const totalPages = Math.ceil(own.length / limit);
  return {
    data: own.slice((page - 1) * limit, page * limit).map(entryOf),
    pagination: {
      page,
      limit,
      total: own.length,
      totalPages,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
    },
  };
}

function entryOf({
  content_hash,
  author_address,
  signature,
  slug,
  description,
  created_at,
}: ReferencePublication) {
  return { content_hash, author_address, signature, comment_count: 0, description, slug, created_at };
}

function readNumber(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new Refusal(400, `INVALID_${name.toUpperCase()}`, `A bad ${name}.`);
  return number;
}

/** GET /ewp/contents/:hash. */
export function sendContent(
  { node, publications }: ReferenceState,
  url: URL,
  response: ServerResponse,
): void {
  const hash = url.pathname.slice("/ewp/contents/".length);
  if (!/^0x[0-9a-f]{64}$/.test(hash)) throw invalid("This is no hash.");
  const second = url.searchParams.get("timestamp");
  const found = publications.find(
    (one) =>
      one.content_hash === hash &&
      one.author_address === node.address &&
      one.signature !== null &&
      (second === null || Math.floor(one.created_at / 1000) === Number(second)),
  );
  if (!found) throw new Refusal(404, "PUBLICATION_NOT_FOUND", "There is no such post.");
  response.writeHead(200, {
    "content-type": found.mimetype,
    "content-length": found.bytes.length,
    "x-content-hash": found.content_hash,
    "x-created-at": new Date(found.created_at).toISOString(),
    ...(found.description !== null && { "content-description": encodeURIComponent(found.description) }),
    ...(found.filename !== null && { "content-disposition": `inline; filename="${found.filename}"` }),
    ...(found.slug !== null && { link: `<${node.url}/slug/${found.slug}>; rel="canonical"` }),
  });
  response.end(found.bytes);
}
