import { EwpError, isoSeconds } from "@freehold/protocol";
import { formOf } from "./answer-reads.ts";
import type { Behaviour } from "./behaviour.ts";
import type { OwnPublication } from "./contents.ts";
import { type Answer, type Asked, queryOf } from "./http.ts";
import type { State } from "./state.ts";

const heights = { sm: 200, md: 400, lg: 800 } as const;

/** GET /ewp/contents/:contentHash (specification 4.4, decisions 5). */
export function answerContent(state: State, asked: Asked, behaviour: Behaviour): Answer {
  const contentHash = asked.path.replace("/ewp/contents/", "");
  const query = behaviour.parseContentQuery({ ...queryOf(asked.query), contentHash });
  const publication = state.publications.find(
    (one) =>
      one.hash === query.contentHash && (query.timestamp === null || behaviour.isAt(one, query.timestamp)),
  );
  if (!publication) return answerReplica(state, query.contentHash, behaviour);
  const small = query.thumb === null ? null : behaviour.thumbOf(publication, heights[query.thumb]);
  const etag = small === null ? `"${publication.hash}"` : `"${publication.hash}-${query.thumb}"`;
  const headers = describe(state, publication, etag, formOf(asked, behaviour) === "reference");
  return cut(small ?? behaviour.bytesOf(publication), headers, asked, behaviour, etag);
}

function answerReplica({ replicas }: State, hash: string, { servesReplicas }: Behaviour): Answer {
  const [, bytes] = [...replicas].find(([key]) => key.includes(hash)) ?? [];
  if (!servesReplicas || !bytes) throw new EwpError("CONTENT_NOT_FOUND");
  return { status: 200, headers: { "content-type": "text/markdown; charset=utf-8" }, body: bytes };
}

function describe(
  { url }: State,
  { hash, timestamp, kind, mediaType, filename, description, slug }: OwnPublication,
  etag: string,
  isReference: boolean,
): Record<string, string> {
  const page = slug === null ? `/publications/${hash}` : `/slug/${slug}`;
  const markdown = isReference ? "text/markdown" : "text/markdown; charset=utf-8";
  return {
    "content-type": kind === "POST" ? markdown : mediaType,
    "cache-control": "public, immutable, max-age=31536000",
    "accept-ranges": "bytes",
    "x-content-hash": hash,
    "x-created-at": isoSeconds(timestamp),
    "last-modified": new Date(timestamp * 1000).toUTCString(),
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    etag,
    link: `<${url}${page}>; rel="canonical"`,
    ...(kind === "FILE" && {
      "content-disposition": `inline; filename="${filename}"`,
      "content-description": encodeURIComponent(description ?? ""),
    }),
  };
}

function cut(
  bytes: Buffer,
  headers: Record<string, string>,
  { headers: asked }: Asked,
  behaviour: Behaviour,
  etag: string,
): Answer {
  if (behaviour.isUnchanged(asked["if-none-match"], etag)) return { status: 304, headers, body: null };
  const counts = behaviour.takesRange(asked["if-range"] as string | undefined, etag);
  const range = counts ? behaviour.chooseRange(asked.range, bytes.length) : "whole";
  if (range === "whole") return { status: 200, headers, body: bytes };
  if (range === "unsatisfiable") {
    return { status: 416, headers: { "content-range": `bytes */${bytes.length}` }, body: null };
  }
  const rangeHeaders = { ...headers, "content-range": `bytes ${range.start}-${range.end}/${bytes.length}` };
  return { status: 206, headers: rangeHeaders, body: bytes.subarray(range.start, range.end + 1) };
}
