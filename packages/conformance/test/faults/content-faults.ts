import { EwpError } from "@freehold/protocol";
import { chooseRange } from "../right-node/choose-range.ts";
import { errorAnswer } from "../right-node/http.ts";
import { makePng } from "../right-node/make-png.ts";
import { changeAnswer, changeHeaders, type Fault } from "./fault.ts";

/** A header of contents that is not there. */
function without(name: string): Fault["wrong"] {
  return changeHeaders(() => ({ [name]: undefined }));
}

export const contentFaults: readonly Fault[] = [
  {
    name: "serves-wrong-bytes",
    wrong: {
      bytesOf: ({ bytes, kind }) => (kind === "POST" ? Buffer.concat([bytes, Buffer.from("\n")]) : bytes),
    },
    fails: ["content-hash-matches"],
  },
  { name: "timestamp-ignored", wrong: { isAt: () => true }, fails: ["content-timestamp-other"] },
  { name: "timestamp-never-found", wrong: { isAt: () => false }, fails: ["content-timestamp-right"] },
  {
    name: "unknown-hash-gone",
    wrong: changeAnswer("/ewp/contents/", (answer) =>
      answer.status === 404 ? errorAnswer(new EwpError("NOT_FOUND")) : answer,
    ),
    fails: ["content-unknown", "content-timestamp-other", "content-replica-not-served"],
  },
  { name: "no-cache-control", wrong: without("cache-control"), fails: ["content-cache-control"] },
  {
    name: "cache-for-an-hour",
    wrong: changeHeaders(() => ({ "cache-control": "public, max-age=3600" })),
    fails: ["content-cache-control"],
  },
  { name: "no-content-hash-header", wrong: without("x-content-hash"), fails: ["content-hash-header"] },
  { name: "no-created-at-header", wrong: without("x-created-at"), fails: ["content-created-at"] },
  { name: "no-last-modified", wrong: without("last-modified"), fails: ["content-last-modified"] },
  {
    name: "etag-of-nothing",
    wrong: changeHeaders(() => ({ etag: '"1"' })),
    fails: ["content-etag", "content-not-modified", "content-if-range", "content-thumb-etag"],
  },
  { name: "sniffed-types", wrong: without("x-content-type-options"), fails: ["content-nosniff"] },
  {
    name: "no-sandbox",
    wrong: changeHeaders(() => ({ "content-security-policy": "default-src 'none'" })),
    fails: ["content-sandbox"],
  },
  {
    name: "markdown-without-charset",
    wrong: changeHeaders((headers) => ({
      "content-type": headers["content-type"]?.replace("; charset=utf-8", ""),
    })),
    fails: ["content-markdown-type"],
  },
  {
    name: "files-as-markdown",
    wrong: changeHeaders((headers) =>
      headers["content-type"] === "image/png" ? { "content-type": "text/markdown; charset=utf-8" } : {},
    ),
    fails: ["content-file-type"],
  },
  {
    name: "pictures-as-attachments",
    wrong: changeHeaders((headers) => ({
      "content-disposition": headers["content-disposition"]?.replace("inline", "attachment"),
    })),
    fails: ["content-image-disposition"],
  },
  {
    name: "pictures-without-name",
    wrong: changeHeaders((headers) => ({
      "content-disposition": headers["content-disposition"] && "inline",
    })),
    fails: ["content-image-disposition"],
  },
  {
    name: "no-description-of-files",
    wrong: without("content-description"),
    fails: ["content-file-description"],
  },
  { name: "ranges-not-announced", wrong: without("accept-ranges"), fails: ["content-file-accept-ranges"] },
  { name: "no-canonical-link", wrong: without("link"), fails: ["content-canonical-link"] },
  {
    name: "head-not-allowed",
    wrong: {
      instead: ({ method }) => (method === "HEAD" ? errorAnswer(new EwpError("METHOD_NOT_ALLOWED")) : null),
    },
    fails: ["content-head", "head-of-reads"],
  },
  {
    name: "head-of-nothing",
    wrong: changeAnswer("/ewp/contents/", (answer, { method }) =>
      method === "HEAD" ? { ...answer, body: Buffer.alloc(0) } : answer,
    ),
    fails: ["content-head"],
  },
  { name: "never-unchanged", wrong: { isUnchanged: () => false }, fails: ["content-not-modified"] },
  {
    name: "unchanged-for-anybody",
    wrong: { isUnchanged: (known) => known !== undefined },
    fails: ["content-modified"],
  },
  {
    name: "first-etag-alone",
    wrong: { isUnchanged: (known, etag) => known === etag || known === "*" || known === `W/${etag}` },
    fails: ["content-not-modified"],
  },
  { name: "if-range-ignored", wrong: { takesRange: () => true }, fails: ["content-if-range"] },
  {
    name: "range-off-by-one",
    wrong: {
      chooseRange(header, size) {
        const range = chooseRange(header, size);
        const isClosed = /-\d+$/.test(header ?? "") && !/=-/.test(header ?? "");
        return typeof range === "object" && isClosed
          ? { ...range, end: Math.max(range.start, range.end - 1) }
          : range;
      },
    },
    fails: ["content-range", "content-range-open", "content-if-range"],
  },
  {
    name: "ranges-ignored",
    wrong: { chooseRange: () => "whole" },
    fails: [
      "content-range",
      "content-range-open",
      "content-range-suffix",
      "content-range-unsatisfiable",
      "content-if-range",
    ],
  },
  {
    name: "suffix-from-the-start",
    wrong: {
      chooseRange: (header, size) =>
        /=-\d+$/.test(header ?? "")
          ? chooseRange(header?.replace(/=-(\d+)/, "=0-$1"), size)
          : chooseRange(header, size),
    },
    fails: ["content-range-suffix"],
  },
  {
    name: "unsatisfiable-range-whole",
    wrong: {
      chooseRange(header, size) {
        const range = chooseRange(header, size);
        return range === "unsatisfiable" ? "whole" : range;
      },
    },
    fails: ["content-range-unsatisfiable"],
  },
  {
    name: "first-of-several-ranges",
    wrong: { chooseRange: (header, size) => chooseRange(header?.split(",")[0], size) },
    fails: ["content-range-several"],
  },
  { name: "thumbs-not-made", wrong: { thumbOf: () => null }, fails: ["content-thumb-of-image"] },
  {
    name: "thumbs-enlarged",
    wrong: {
      thumbOf: ({ kind, smaller }, height) =>
        smaller.get(height) ?? (kind === "FILE" ? makePng(71, height) : null),
    },
    fails: ["content-thumb-of-image"],
  },
  {
    name: "no-thumb-of-text",
    wrong: {
      thumbOf({ kind, smaller }, height) {
        if (kind === "POST") throw new EwpError("CONTENT_NOT_FOUND");
        return smaller.get(height) ?? null;
      },
    },
    fails: ["content-thumb-of-text"],
  },
  {
    name: "one-etag-for-all-sizes",
    wrong: changeHeaders(({ etag }) => ({ etag: etag?.replace(/-\w\w"$/, '"') })),
    fails: ["content-thumb-etag"],
  },
  { name: "serves-replicas", wrong: { servesReplicas: true }, fails: ["content-replica-not-served"] },
];
