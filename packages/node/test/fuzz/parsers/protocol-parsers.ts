import {
  checkProofs,
  EwpError,
  hashesOfText,
  isChecksumAddress,
  messageKinds,
  parseAddress,
  parseContentQuery,
  parseEnvelope,
  parseHash,
  parseIndexQuery,
  parseNodeUrl,
  parseProfile,
  parsePublicationsPage,
  parseRetryAfter,
  parseTime,
  readPastedPost,
  recogniseForm,
  recoverPublicKey,
  sameNodeUrl,
  signDigestWith,
  signEnvelope,
  toHex,
  verifyEnvelope,
} from "@freehold/protocol";
import { parseLocalUrl } from "@freehold/protocol/internal";
import { parseSignature } from "../../../../protocol/src/crypto/signature.ts";
import { parseContentHeaders } from "../../../../protocol/src/resources/content-headers.ts";
import { replies } from "../../../src/foreign/documents.ts";
import { readPasted } from "../../../src/foreign/pasted/read-pasted.ts";
import { onBytes, onJson, onText, type ParserTarget, promise } from "./parser-target.ts";

const now = 1_795_000_000;
const key = Buffer.alloc(32, 7);
const peer = "https://peer.example/node";
const ewp = { refusals: [EwpError] };

function asQuery(text: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** A right envelope of the kind of its number. */
function envelopeSeeds(): string[] {
  const [one, other] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`] as [`0x${string}`, `0x${string}`];
  const hash = `0x${"ab".repeat(32)}` as const;
  const source = { contentHash: hash, publisherAddress: one, timestamp: now };
  const follow = {
    followerAddress: one,
    followeeAddress: other,
    followeeUrl: peer,
    followerUrl: peer,
    timestamp: now,
  };
  const update = { ownerAddress: one, url: peer, title: "A", description: "", timestamp: now };
  const sign = signDigestWith(key);
  return [
    signEnvelope("StatementOfSource", source as never, sign),
    signEnvelope("CreateConnection", follow as never, sign),
    signEnvelope("CreateConnection", follow as never, sign, "reference"),
    signEnvelope("NodeProfileUpdate", update as never, sign),
  ].map((envelope) => JSON.stringify(envelope));
}

function readEnvelope(kind: (typeof messageKinds)[number], body: unknown): void {
  const parsed = parseEnvelope(kind, body);
  const again = parseEnvelope(kind, JSON.parse(JSON.stringify(parsed.envelope)));
  promise(toHex(again.digest) === toHex(parsed.digest), "An envelope that is made anew has another digest.");
  verifyEnvelope(parsed, { recover: recoverPublicKey, now: now * 1_000 });
}

const profile = { address: `0x${"0".repeat(40)}`, url: peer, title: "A", description: null, ewpVersion: "1" };
const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00.000Z" };
const entry = {
  contentHash: `0x${"ab".repeat(32)}`,
  publisherAddress: profile.address,
  signature: "0x00",
  timestamp: now,
};
const pagination = {
  page: 1,
  limit: 100,
  total: 1,
  totalPages: 1,
  hasNextPage: false,
  hasPreviousPage: false,
};

/** The parsers of the protocol: what other nodes, and anybody who speaks like one, send. */
export const protocolParsers: readonly ParserTarget[] = [
  ...messageKinds.map((kind) =>
    onJson(`parseEnvelope ${kind}`, (body) => readEnvelope(kind, body), { ...ewp, seeds: envelopeSeeds() }),
  ),
  onJson("parseProfile", parseProfile, { seeds: [JSON.stringify({ ...profile, ...times })] }),
  onJson("parsePublicationsPage", parsePublicationsPage, {
    seeds: [JSON.stringify({ data: [{ ...entry, ...times, contentKind: "POST", slug: null }], pagination })],
  }),
  onText(
    "readPastedPost",
    (text) => {
      const post = readPastedPost(text);
      promise(post.text !== null || post.proofs.length > 0, "A pasted text is lost.");
      checkProofs(post.proofs, post.text === null ? null : hashesOfText(post.text), {
        recover: recoverPublicKey,
        now: now * 1_000,
      });
    },
    {
      seeds: [
        ...envelopeSeeds(),
        `# A\n\n<!-- proof\n${JSON.stringify({ ...entry, signature: `0x${"1".repeat(128)}1b` })}\n-->\n`,
        `# A\r\n\`\`\`json\n${JSON.stringify({ data: [entry], pagination })}\n\`\`\``,
      ],
    },
  ),
  onBytes(
    "readPasted",
    // A reply that does not fit its own form would make a pasted text unreadable.
    (form) => replies.pasted.parse(JSON.parse(JSON.stringify(readPasted(form, now * 1_000)))),
    {
      seeds: [
        ...envelopeSeeds().map((text) => `post=${encodeURIComponent(text)}&publisher=x`),
        `of=%0A&post=${encodeURIComponent(`# A\n\n<!-- proof\n${JSON.stringify(entry)}\n-->\n`)}`,
      ],
    },
  ),
  onText(
    "parseAddress",
    (text) => {
      const address = parseAddress(text);
      promise(address === null || isChecksumAddress(address), "An address comes out without its checksum.");
      promise(
        address === null || parseAddress(address) === address,
        "An address is not read as it is written.",
      );
    },
    { seeds: [profile.address, "0x52908400098527886E0F7030069857D2E4169EE7"] },
  ),
  onText(
    "parseHash",
    (text) =>
      promise(parseHash(text) === null || /^0x[0-9a-f]{64}$/.test(String(parseHash(text))), "A hash is odd."),
    {
      seeds: [entry.contentHash],
    },
  ),
  onText("parseSignature", parseSignature, { seeds: [`0x${"1".repeat(128)}1b`] }),
  onText(
    "parseNodeUrl",
    (text) => {
      const url = parseNodeUrl(text);
      promise(
        url === null || (url.protocol === "https:" && url.username === "" && url.hash === ""),
        `This is no node's: ${url}`,
      );
      promise(url === null || sameNodeUrl(text, text), "A URL is not that of its own node.");
    },
    { seeds: [peer, "https://[::1]:8/", "https://xn--n3h.example/", "https:///x"] },
  ),
  onText(
    "parseLocalUrl",
    (text) => {
      const url = parseLocalUrl(text);
      promise(
        url === null || (url.protocol === "http:" && url.username === "" && url.hash === ""),
        `This is no local address: ${url}`,
      );
    },
    { seeds: ["http://localhost:8543", "http://127.0.0.1", "http://[::1]:8/"] },
  ),
  onText(
    "parseTime",
    (text) => {
      const time = parseTime(text);
      promise(time === null || parseTime(time) === time, "A time is not read as it is written.");
    },
    { seeds: [times.createdAt, "2026-02-30T25:61:61+99:99"] },
  ),
  onText(
    "parseRetryAfter",
    (text) => promise((parseRetryAfter(text, now) ?? 0) >= 0, "It is to be tried again in the past."),
    {
      seeds: ["120", "Sun, 06 Nov 1994 08:49:37 GMT"],
    },
  ),
  onText("parseIndexQuery", (text) => parseIndexQuery(asQuery(text)), {
    ...ewp,
    seeds: ["since=1&limit=1000&page=2"],
  }),
  onText("parseContentQuery", (text) => parseContentQuery(asQuery(text)), {
    ...ewp,
    seeds: [`contentHash=${entry.contentHash}&timestamp=1&thumb=sm`],
  }),
  onText("recogniseForm", (text) => recogniseForm("listPublications", { userAgent: text, since: text }), {
    seeds: ["ePress-Sync/1"],
  }),
  onText("parseContentHeaders", (text) => parseContentHeaders(headersOf(text), peer), {
    seeds: [
      `inline; filename="a.png"; filename*=UTF-8''%e2%82%ac.png`,
      '<https://peer.example/node/slug/a>; rel="canonical", </b>; rel=next',
    ],
  }),
];

/** One text as every header that is read. */
function headersOf(text: string): Record<string, string> {
  const names = ["content-length", "content-type", "content-disposition", "content-description", "link"];
  return Object.fromEntries(names.map((name) => [name, text]));
}
