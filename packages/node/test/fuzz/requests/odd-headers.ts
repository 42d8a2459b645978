import fc from "fast-check";
import type { Inventory } from "../target/inventory.ts";
import { oddText } from "./odd-values.ts";

type Header = readonly [name: string, value: string];

/** What a header may hold on the wire: bytes, without an end of the line. */
const wireText = oddText.map((text) =>
  Buffer.from(text.toWellFormed())
    .toString("latin1")
    .replace(/[\0\r\n]/g, "?"),
);

const byteOffset = fc.oneof(
  fc.nat(200).map(String),
  fc.constantFrom("", "-1", "99999999999999999999", "0x1", " 1", "1e3"),
);
const range = fc.oneof(
  fc.tuple(byteOffset, byteOffset).map(([from, to]) => `bytes=${from}-${to}`),
  fc
    .array(fc.tuple(byteOffset, byteOffset), { maxLength: 40 })
    .map((all) => `bytes=${all.map((one) => one.join("-")).join(",")}`),
  wireText,
);
const httpDate = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  fc.constantFrom("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "0", "yesterday"),
);
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom(
    "unknown",
    "_hidden",
    "127.0.0.1",
    "::1",
    "[::1]:80",
    "::ffff:127.0.0.1",
    "fe80::1%eth0",
    "",
  ),
  wireText,
);
const language = fc.oneof(
  fc
    .array(
      fc.tuple(
        fc.constantFrom("en", "zh", "zh-Hans", "*", "de-1996", "x", ""),
        fc.constantFrom("1", "0.5", "0", "-1", "x", ""),
      ),
      { maxLength: 60 },
    )
    .map((all) => all.map(([tag, weight]) => `${tag};q=${weight}`).join(", ")),
  wireText,
);
const cookie = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "__Host-freehold_session",
        "freehold_session",
        "freehold_language",
        "freehold_theme",
        "a",
        "",
        "__proto__",
      ),
      wireText,
    ),
    {
      maxLength: 5,
    },
  )
  .map((all) => all.map(([name, value]) => `${name}=${value}`).join("; "));
const mediaType = fc.oneof(
  fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "application/json; charset=utf-16",
    "application/json;",
    "application/graphql-response+json",
    "APPLICATION/JSON",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x",
    "*/*",
    "",
  ),
  wireText,
);

/** What is asked of bytes: parts of them, and whether they are others than those that are known. */
export function byteHeaders({ hashes }: Pick<Inventory, "hashes">): fc.Arbitrary<readonly Header[]> {
  const etag = fc.constantFrom("*", ...hashes.map((hash) => `"${hash}"`));
  const asked = fc.record(
    { Range: range, "If-None-Match": etag, "If-Range": fc.oneof(etag, httpDate) },
    { requiredKeys: [] },
  );
  return asked.map((found) => Object.entries(found));
}

/** Headers that mean something to some part of the node, with values that are right, nearly right, and anything. */
export function oddHeaders({ hashes }: Pick<Inventory, "hashes">): fc.Arbitrary<readonly Header[]> {
  const etag = fc.oneof(
    fc.constantFrom("*", '""', 'W/"x"', '"x', ...hashes.map((hash) => `"${hash}"`)),
    fc.array(wireText, { maxLength: 30 }).map((all) => all.map((text) => `"${text}"`).join(", ")),
  );
  const named: Record<string, fc.Arbitrary<string>> = {
    Accept: mediaType,
    "Accept-Encoding": fc.constantFrom("gzip", "br;q=1.0", "identity;q=0, *;q=0", "*"),
    "Accept-Language": language,
    Authorization: fc.oneof(
      wireText,
      wireText.map((text) => `Bearer ${text}`),
      fc.constantFrom("Bearer", "Basic eDp5", "bearer a.b.c"),
    ),
    Connection: fc.constantFrom("keep-alive", "Keep-Alive, Host", "TE"),
    "Content-Encoding": fc.constantFrom("gzip", "identity", "br", "deflate, gzip", "IDENTITY", ""),
    "Content-Type": mediaType,
    Cookie: cookie,
    DNT: wireText,
    Forwarded: address.map((text) => `for="${text}";proto=https;host=localhost`),
    "GraphQL-Require-Preflight": wireText,
    "If-Match": etag,
    "If-Modified-Since": httpDate,
    "If-None-Match": etag,
    "If-Range": fc.oneof(etag, httpDate),
    "If-Unmodified-Since": httpDate,
    Origin: fc.oneof(
      fc.constantFrom("null", "https://fuzzed.example", "https://evil.example", "http://localhost:3000"),
      wireText,
    ),
    Range: range,
    Referer: wireText,
    "Sec-Fetch-Site": fc.constantFrom("same-origin", "cross-site", "none", "same-site", ""),
    TE: fc.constantFrom("trailers", "gzip"),
    Upgrade: fc.constantFrom("h2c", "websocket", "TLS/1.0"),
    "User-Agent": fc.oneof(
      fc.constantFrom("ePress-Sync/1.0", "node", "curl/8", "Freehold/0.1.0 (+https://x)"),
      wireText,
    ),
    Via: wireText,
    "X-Forwarded-For": fc.array(address, { maxLength: 6 }).map((all) => all.join(", ")),
    "X-Forwarded-Host": wireText,
    "X-Forwarded-Proto": fc.constantFrom("https", "http", "gopher", "https, http"),
    "X-Http-Method-Override": fc.constantFrom("DELETE", "PUT"),
    "X-Real-IP": address,
    "X-Setup-Code": wireText,
    "X-Epress-Node-Updated": fc.oneof(httpDate, wireText),
    "X-Service-Node-Updated": fc.oneof(fc.constant("2026-11-21T00:00:00Z"), wireText),
    "X-Freehold-Node-Updated": wireText,
    "X-Odd": wireText,
  };
  const one = fc.oneof(
    ...Object.entries(named).map(([name, value]) => value.map((text): Header => [name, text])),
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 24, arbitrary: fc.array(one, { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(one, fc.integer({ min: 90, max: 130 }))
        .map(([header, count]) => Array<Header>(count).fill(header)),
    },
  );
}
