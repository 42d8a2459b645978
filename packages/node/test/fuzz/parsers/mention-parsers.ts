import { decodeCsv, parseCsv } from "@freehold/protocol/internal";
import { parseAuthorKey } from "../../../src/domain/comments/mention-author.ts";
import { parseTag } from "../../../src/domain/search/terms.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { findEndpoint, parseLinkHeader } from "../../../src/foreign/pages/find-endpoint.ts";
import { readMention } from "../../../src/foreign/pages/read-mention.ts";
import { decodeAddress, decodeReverse, decodeText } from "../../../src/modules/ens/universal-resolver.ts";
import { parseReport } from "../../../src/modules/newsletter/parse-report.ts";
import { parsePage } from "../../../src/modules/webmention/mentions/page-address.ts";
import { onBytes, onText, type ParserTarget, promise } from "./parser-target.ts";

const target = "https://ada.example/slug/a";
const page = (text: string) => ({
  url: "https://a.example/",
  mediaType: "text/html",
  charset: null,
  bytes: new TextEncoder().encode(text),
});
const entry = `<div class="h-entry"><a class="p-author h-card" href="/"><img class="u-photo" src="x.jpg" alt="Bea"></a><div class="e-content p-name">Well <b>said</b><br>&amp; done</div><a class="u-in-reply-to" href="${target}">re</a></div>`;
const endpoint = '<base href="/x/"><!-- <a rel=webmention href=no> --><link rel="a webmention" href="?q=1">';

const report = `Content-Type: multipart/report; report-type=delivery-status;
 boundary="b"

--b
Content-Type: text/plain

It failed.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Action: failed
Status: 5.1.1
--b--`;

const word = (value: number) => `${"\0".repeat(31)}${String.fromCharCode(value)}`;
const ensAnswer = [`${word(32)}${word(7)}bea.eth${"\0".repeat(25)}`, `${word(32)}${word(32)}${word(9)}`];

/** The parsers of pages that mention a post or are mentioned in one, of delivery reports, and of answers of ENS. */
export const mentionParsers: readonly ParserTarget[] = [
  onText(
    "readMention",
    (text) => {
      const mention = readMention(page(`${text}<a href="${target}">x</a>`), [target]);
      promise((mention?.authorName ?? "").length <= 120, "A name is long.");
      promise(mention?.authorUrl?.startsWith("https://") ?? true, "An address is not https.");
      promise((mention?.text ?? "").length <= 1_000, "A mention is long.");
    },
    { seeds: [entry, endpoint] },
  ),
  onText(
    "findEndpoint",
    (text) => {
      const found = findEndpoint(page(text), "");
      promise(found?.startsWith("https://") ?? true, "An address is not https.");
    },
    { seeds: [endpoint, entry] },
  ),
  onText(
    "parseAuthorKey",
    (text) =>
      promise(parseAuthorKey(text)?.site !== undefined || text.includes("@"), "An author has no site."),
    {
      seeds: ["a.example", "a.example https://b.example/", "bea@example.org"],
    },
  ),
  onText("parseTag", (text) => promise((parseTag(text) ?? "x") !== "", "A tag is empty."), {
    seeds: ["tag", "Tag", "字", "two words", "#tag"],
  }),
  onText("parseLinkHeader", parseLinkHeader, {
    seeds: ['</a>; rel="x webmention"; title="a, <b>", <c>;rel=webmention'],
  }),
  onText(
    "parsePage",
    (text) => promise(parsePage(text, "source").protocol === "https:", "It is not https."),
    {
      refusals: [AppError],
      seeds: ["https://a.example/b?c#d"],
    },
  ),
  onText(
    "parseReport",
    (text) => {
      const read = parseReport(text);
      promise(read?.kind !== "delivery" || /^[245]\./.test(read.status), "A status is none.");
    },
    { seeds: [report, report.replaceAll("\n", "\r\n")] },
  ),
  onBytes("decodeReverse", (bytes) => decodeReverse(Buffer.from(bytes)), { seeds: ensAnswer }),
  onBytes("decodeText", (bytes) => decodeText(Buffer.from(bytes)), { seeds: ensAnswer }),
  onBytes(
    "decodeAddress",
    (bytes) => {
      const found = decodeAddress(Buffer.from(bytes));
      promise(found === null || /^0x[0-9a-f]{40}$/.test(found), "It is no address.");
    },
    { seeds: ensAnswer },
  ),
  onBytes("decodeCsv", decodeCsv, { seeds: ["email\tname\n"] }),
  onText("parseCsv", (text) => [...parseCsv(text)].length, {
    refusals: [AppError],
    seeds: ['email,consent\na@b.example,"said, ""yes"""\n'],
  }),
];
