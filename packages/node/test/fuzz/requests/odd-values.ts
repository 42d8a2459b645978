import fc from "fast-check";
import { anyCharacter } from "./any-character.ts";

/** Texts that programs stumble over. */
const pitfalls = [
  "",
  " ",
  "null",
  "undefined",
  "true",
  "0",
  "-1",
  "-0",
  "1e309",
  "NaN",
  "9007199254740993",
  "99999999999999999999999999",
  "0x",
  "0x0",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "%zz",
  "%c3%28",
  "\u0000",
  "\r\nSet-Cookie: a=b",
  "'; drop table publications; --",
  '" OR 1=1 --',
  "{{7*7}}",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u2066",
  "ﷺ".repeat(40),
  "e\u0301".repeat(60),
  "👩‍👩‍👧‍👦".repeat(20),
  "İıſK",
  "a".repeat(5_000),
  "(".repeat(600),
  "[".repeat(600),
  ">".repeat(600),
  "* ".repeat(400),
  "-9223372036854775808",
  "18446744073709551616",
  "2026-11-21T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "0000-00-00T00:00:00Z",
  "https://localhost/",
  "http://127.0.0.1:1/",
  "https://[::ffff:7f00:1]/",
  "https://user:pass@example.org/",
  "smtp://127.0.0.1:9",
  "mailto:ada@example.org",
] as const;

export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pitfalls) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.webUrl() },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom("\ud800", "a", "\u0000", "é", "\n"), maxLength: 20 }),
  },
);

export const oddNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 - 1,
    2 ** 63,
    2 ** 64,
    1e300,
    0.1,
    -1.5,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const oddKey = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "prototype",
    "toJSON",
    "then",
    "length",
    "",
    "0",
    "typedData",
    "message",
  ),
  fc.string({ maxLength: 10 }),
);

/** Any JSON, with names that mean something to JavaScript. */
export const oddJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(null, true, false),
    oddNumber,
    oddText,
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(oddKey, tie("value")), { maxLength: 4 })
      // As JSON.parse makes it: `__proto__` is a key like any other.
      .map((entries) => Object.defineProperties({}, Object.fromEntries(entries.map(toProperty)))),
  ),
})).value;

function toProperty([key, value]: [string, unknown]): [string, PropertyDescriptor] {
  return [`${key}`, { value, enumerable: true, configurable: true, writable: true }];
}

/** A text in a URL's path or query: encoded, or as somebody wrote it who never heard of that. */
export const urlText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.boolean()).map(([value, isEncoded]) => {
    const raw = value.replace(/[^!-"$-~]/g, "");
    return isEncoded || value !== raw ? encodeURIComponent(value.toWellFormed()) : raw.replaceAll("?", "%3f");
  });
