import { Readable } from "node:stream";
import { EwpError, PeerError } from "@freehold/protocol";
import { decodeUriIfValid, decodeUriPart } from "@freehold/protocol/internal";
import { chooseMessages } from "@freehold/web";
import {
  decodeCursor,
  decodeKeyedCursor,
  encodeCursor,
  encodeKeyedCursor,
} from "../../../src/domain/paging.ts";
import { parseCallTarget } from "../../../src/domain/parse-address.ts";
import { decodePosition } from "../../../src/domain/publications/timeline.ts";
import { parseVisitor } from "../../../src/domain/visitors.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { parseId } from "../../../src/graphql/builder.ts";
import {
  chooseRange,
  mayTakeRange,
  parseHttpDate,
  statusOfConditions,
} from "../../../src/http/bytes/conditions.ts";
import { contentDisposition } from "../../../src/http/bytes/content-disposition.ts";
import { readCookie } from "../../../src/http/caller.ts";
import { checkJsonShape } from "../../../src/http/check-json-shape.ts";
import { chooseMediaType, parseJson, parseParameters } from "../../../src/http/graphql/body.ts";
import { zoneOf } from "../../../src/http/present-error.ts";
import { parseKey, readKey } from "../../../src/http/site/params.ts";
import { networkOf } from "../../../src/limiter/network.ts";
import { parsePost } from "../../../src/modules/agents/mcp/posts.ts";
import { parseCreated, parseUsed } from "../../../src/modules/passkeys/ceremony.ts";
import { decodeBody, parseCodings } from "../../../src/peers/content-encoding.ts";
import { onBytes, onJson, onText, type ParserTarget, promise } from "./parser-target.ts";

const size = 1_000;
const domain = { refusals: [AppError] };
const whole = { etag: '"x"', lastModified: 0 };
const operation = '{"query":"{ profile { title } }","variables":{"a":1},"operationName":null}';

const passkey = (response: object): string =>
  JSON.stringify({
    id: "AA",
    rawId: "AA",
    type: "public-key",
    response: { clientDataJSON: "AA", ...response },
  });

/** The parsers of what stands in requests: lines, headers, bodies. */
export const requestParsers: readonly ParserTarget[] = [
  onText(
    "chooseRange",
    (text) => {
      const range = chooseRange(text, size);
      const isInside =
        range.kind !== "part" || (0 <= range.start && range.start <= range.end && range.end < size);
      promise(isInside, `The part ${JSON.stringify(range)} is not in ${size} bytes.`);
    },
    { seeds: ["bytes=0-9", "bytes=-5", "bytes=5-", "bytes=0-1,2-3"] },
  ),
  onText(
    "parseCodings",
    (text) => {
      const codings = parseCodings(text);
      promise((codings?.length ?? 0) <= 2, `${codings} are too many layers.`);
    },
    { seeds: ["gzip", "br, zstd", "identity", "utf-8", "compress", "gzip, gzip, gzip"] },
  ),
  onBytes(
    "decodeBody",
    async ([first = 0, ...bytes]) => {
      const most = 10_000;
      const coding = (["gzip", "deflate", "br", "zstd"] as const)[first % 4] ?? "gzip";
      let length = 0;
      const body = decodeBody(Readable.from([Buffer.from(bytes)]), [coding], most);
      for await (const piece of body) length += piece.length;
      promise(length <= most, `${length} bytes came, and ${most} are the most.`);
    },
    { refusals: [PeerError], seeds: ["\u0000\u001f", "\u0001x\u0001", "\u0002\u001b", "\u0003(\u00b5"] },
  ),
  onText(
    "statusOfConditions",
    (text) => statusOfConditions({ "if-none-match": text, "if-modified-since": text }, whole),
    {
      seeds: ['W/"x", "y"', "*"],
    },
  ),
  onText("parseHttpDate", (text) => parseHttpDate(text), {
    seeds: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
  }),
  onText("mayTakeRange", (text) => mayTakeRange({ "if-range": text }, whole), {
    seeds: ['"x"', "Sun, 06 Nov 1994 08:49:37 GMT"],
  }),
  onText(
    "contentDisposition",
    (text) => promise(/^[\x20-\x7e]*$/.test(contentDisposition(text)), "A header holds more than ASCII."),
    {
      seeds: ['a"b\\c.png', "ä\r\nX: y"],
    },
  ),
  onText("decodeUriPart", decodeUriPart, { seeds: ["a%20b", "%E6%B5%B7", "%ff", "%"] }),
  onText("decodeUriIfValid", decodeUriIfValid, { seeds: ["a%20b", "%E6%B5%B7", "%ff", "%"] }),
  onJson("parseCreated", parseCreated, {
    ...domain,
    seeds: [passkey({ attestationObject: "AA", transports: ["usb"] })],
  }),
  onJson("parseUsed", parseUsed, {
    ...domain,
    seeds: [passkey({ authenticatorData: "AA", signature: "AA" })],
  }),
  onText("checkJsonShape", (text) => checkJsonShape(Buffer.from(text), 100), { seeds: ['{"a":[1,"\\"{"]}'] }),
  onBytes("parseJson", parseJson, { refusals: [AppError], seeds: [operation, "[".repeat(40)] }),
  onBytes("parseParameters", parseParameters, {
    refusals: [AppError],
    seeds: [operation, "[]", '{"query":1}'],
  }),
  onText(
    "chooseMediaType",
    (text) => promise(chooseMediaType(text).startsWith("application/"), "It answers in no type."),
    {
      seeds: ["application/json;q=0.5, application/graphql-response+json", "*/*"],
    },
  ),
  onText("readCookie", (text) => readCookie({ headers: { cookie: text } }, "freehold_session"), {
    seeds: ["a=b; freehold_session=x"],
  }),
  onText(
    "chooseMessages",
    (text) => promise(chooseMessages(text, text, text).language.length > 0, "It speaks no language."),
    {
      seeds: ["zh-Hans;q=0.5, en", "de-1996"],
    },
  ),
  onText(
    "networkOf",
    (text) =>
      promise(
        networkOf(text).every(({ key }) => key.length < 50),
        "A client has a long name.",
      ),
    {
      seeds: ["192.0.2.1", "2001:db8::1%eth0"],
    },
  ),
  onText("zoneOf", zoneOf, { seeds: ["/ewp/x", "/api?"] }),
  onText("parseKey", parseKey, { seeds: ["12", `0x${"ab".repeat(32)}`] }),
  onText("readKey", readKey, { refusals: [EwpError], seeds: ["12", `0x${"ab".repeat(32)}`] }),
  onText("parseId", (text) => promise(Number.isSafeInteger(parseId(text)), "An id is no whole number."), {
    ...domain,
    seeds: ["12"],
  }),
  onText(
    "parsePost",
    (text) => {
      const key = Object.entries(parsePost(text, { url: "https://me.example" }));
      promise(key.length === 1, `An agent names several posts: ${JSON.stringify(key)}`);
    },
    {
      ...domain,
      seeds: [
        "https://me.example/slug/a.md",
        "freehold://post/a",
        "12",
        `0x${"ab".repeat(32)}`,
        "https://x/",
      ],
    },
  ),
  onText(
    "decodeCursor",
    (text) => promise(encodeCursor(decodeCursor(text, 2)) === text, "A cursor is not read as it is written."),
    {
      ...domain,
      seeds: [encodeCursor([1, 2]), encodeCursor([9_007_199_254_740_991, 0])],
    },
  ),
  onText(
    "decodeKeyedCursor",
    (text) => {
      for (const type of ["string", "number"] as const)
        promise(
          encodeKeyedCursor(decodeKeyedCursor(text, type)) === text,
          "A cursor is not read as it is written.",
        );
    },
    { ...domain, seeds: [encodeKeyedCursor(["salt", 2]), encodeKeyedCursor([12, 7])] },
  ),
  onText(
    "decodePosition",
    (text) => {
      const { timestamp, seq, id } = decodePosition(text);
      promise(encodeCursor([timestamp, seq, id]) === text, "A position is not read as it is written.");
    },
    { ...domain, seeds: [encodeCursor([1, 2, 3])] },
  ),
  onText(
    "parseCallTarget",
    (text) => {
      const url = parseCallTarget(text);
      promise(url === null || (url.protocol === "https:" && url.password === ""), `This is called: ${url}`);
    },
    { seeds: ["https://example.org/hook?a=b", "https://a:b@c/"] },
  ),
  onJson("parseVisitor", parseVisitor, { ...domain, seeds: [`"0x${"0".repeat(40)}"`] }),
];
