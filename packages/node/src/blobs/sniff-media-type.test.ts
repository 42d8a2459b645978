import { expect, test } from "vitest";
import { sniffMediaType } from "./sniff-media-type.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
const zip = Buffer.from("504b03040a00000000000000000000000000000000000000000001000000612e747874", "hex");
const text = Buffer.from("# A title\n\nSome *words*.\n");

test.each<[string, Buffer, string | null, string | null, string]>([
  ["bytes win over a claim", png, "image/jpeg", "photo.jpg", "image/png"],
  ["bytes win over a text claim", png, "text/html", null, "image/png"],
  ["bytes need no claim", pdf, null, null, "application/pdf"],
  ["an image claim that text does not bear", text, "image/png", "photo.png", "application/octet-stream"],
  [
    "SVG is a document that can run",
    Buffer.from("<svg/>"),
    "image/svg+xml",
    "a.svg",
    "application/octet-stream",
  ],
  ["SVG by its name alone", Buffer.from("<svg/>"), null, "a.svg", "application/octet-stream"],
  ["a PDF claim that the bytes don't bear", text, "application/pdf", null, "application/octet-stream"],
  ["a video claim that the bytes don't bear", text, "video/x-unheard-of", null, "application/octet-stream"],
  ...["II*\0", "MM\0*", "II+\0", "MM\0+"].map((head): [string, Buffer, string, string, string] => [
    "a TIFF whose directory is at its end",
    Buffer.from(`${head}\xff\xff\0\0${"\x80".repeat(99)}`, "latin1"),
    "image/jpeg",
    "photo.jpg",
    "image/tiff",
  ]),
  ...[
    ["heis", "mif1heic", "image/heic"],
    ["avci", "mif1", "image/heif"],
    ["miaf", "avif", "image/avif"],
    ["avio", "", "image/avif"],
    ["msf1", "avis", "image/avif"],
    ["MiHE", "heic", "image/heic"],
    ["isom", "mp42", "video/mp4"],
  ].map(([main = "", others = "", expected = ""]): [string, Buffer, string, string, string] => [
    `a file of the brand ${main} and "${others}"`,
    Buffer.concat([
      Buffer.from([0, 0, 0, 16 + others.length]),
      Buffer.from(`ftyp${main}\0\0\0\0${others}\0\0\0\x10mdatheicavif`, "latin1"),
    ]),
    "video/mp4",
    "a.mp4",
    expected,
  ]),
  ["Markdown stays Markdown", text, "text/markdown; charset=utf-8", null, "text/markdown"],
  ["Markdown by its name", text, null, "post.md", "text/markdown"],
  ["text that begins like a bitmap", Buffer.from("BMW makes cars."), "text/markdown", null, "text/markdown"],
  ["text that begins like a program", Buffer.from("MZ is a prefix."), null, "a.txt", "text/plain"],
  ["text in an older encoding", Buffer.from("caf\xe9", "latin1"), "text/plain", null, "text/plain"],
  [
    "text cut in the middle of a character",
    Buffer.from("é".repeat(9)).subarray(0, 17),
    null,
    null,
    "text/plain",
  ],
  ["JSON", Buffer.from("{}"), "application/json", null, "application/json"],
  ["a claim that says nothing gives way to the name", text, "application/octet-stream", "a.csv", "text/csv"],
  ["a claim in capitals", text, "TEXT/Markdown", null, "text/markdown"],
  [
    "a format that no signature tells",
    Buffer.from([1, 2, 3]),
    "application/x-own",
    null,
    "application/x-own",
  ],
  ["a header in a claim", text, "text/plain\r\nSet-Cookie: a=b", null, "text/plain"],
  ["a claim that is no media type", Buffer.from([1, 2, 3]), "<script>", null, "application/octet-stream"],
  ["an endless claim", Buffer.from([1, 2, 3]), `text/${"a".repeat(300)}`, null, "application/octet-stream"],
  ["a document in a zip", zip, "application/epub+zip", null, "application/epub+zip"],
  ["another claim for a zip", zip, "text/html", null, "application/zip"],
  ["no bytes and no claim", Buffer.alloc(0), null, null, "application/octet-stream"],
  ["no bytes of Markdown", Buffer.alloc(0), "text/markdown", null, "text/markdown"],
])("%s", async (_name, head, claimed, filename, expected) => {
  expect(await sniffMediaType(head, claimed, filename)).toBe(expected);
});
