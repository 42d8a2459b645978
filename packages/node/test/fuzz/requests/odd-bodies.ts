import fc from "fast-check";
import { anyCharacter } from "./any-character.ts";
import { oddJson, oddText } from "./odd-values.ts";

/** A body and what its sender says that it is. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** A GraphQL operation as it is sent. */
export interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const json = "application/json";

/** A tree as JSON, as text that is nearly JSON, or as something else. */
export function jsonBody(tree: fc.Arbitrary<unknown>): fc.Arbitrary<Body> {
  const text = tree.map((value) => JSON.stringify(value) ?? "");
  const nearly = fc
    .tuple(text, fc.nat(), fc.constantFrom("", ",", '"', "{", "[[", "\u0000", "\\u0000", '"a":1,"a":2,'))
    .map(
      ([whole, at, piece]) =>
        `${whole.slice(0, at % (whole.length + 1))}${piece}${whole.slice((at % (whole.length + 1)) + 1)}`,
    );
  return fc.oneof(
    { weight: 8, arbitrary: text.map((one) => bodyOf(one, json)) },
    { weight: 2, arbitrary: nearly.map((one) => bodyOf(one, json)) },
    {
      weight: 1,
      arbitrary: text.map((one) => ({ bytes: Buffer.from(one, "utf16le"), type: `${json}; charset=utf-16` })),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ bytes, type: json })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("[".repeat(20_000), `{"a":${"[1,".repeat(9_000)}`, `"${"x".repeat(70_000)}"`)
        .map((one) => bodyOf(one, json)),
    },
  );
}

/** The fields of a form, each perhaps more than once. */
export function formBody(fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<Body> {
  const names = fc.constantFrom(...Object.keys(fields), "__proto__", "odd");
  const pair = names.chain((name) =>
    ((Object.hasOwn(fields, name) && fields[name]) || oddText).map((value): [string, string] => [
      name,
      value.toWellFormed(),
    ]),
  );
  const type = "application/x-www-form-urlencoded";
  const right = fc.record(fields).map((found) => bodyOf(String(new URLSearchParams(found)), type));
  const odd = fc
    .array(pair, { maxLength: 6 })
    .map((pairs) => bodyOf(String(new URLSearchParams(pairs)), type));
  return fc.oneof(
    right,
    odd,
    fc.string({ unit: anyCharacter, maxLength: 60 }).map((text) => bodyOf(text, type)),
  );
}

/** An operation as JSON or with a file beside it, or nearly so. */
export function operationBody(operation: fc.Arbitrary<Operation>): fc.Arbitrary<Body> {
  const broken = fc
    .tuple(
      operation,
      fc.nat(),
      fc.constantFrom(
        "",
        "{",
        "}",
        "(",
        "$v0",
        "...on Query{",
        "#",
        '"""',
        "@skip",
        "fragment F on Query{...F}",
      ),
    )
    .map(([{ query, variables }, at, piece]) => {
      const offset = at % (query.length + 1);
      return { query: `${query.slice(0, offset)}${piece}${query.slice(offset + 1)}`, variables };
    });
  const around = fc.oneof(
    operation.map((one) => ({ ...one, operationName: "Op", extensions: {} })),
    fc.tuple(operation, oddJson).map(([one, value]) => ({ ...one, variables: value })),
    fc.tuple(operation, operation).map(([one, other]) => ({ ...one, query: `${one.query} ${other.query}` })),
    fc.array(operation, { maxLength: 3 }),
    fc.constant({ query: "{ __schema { types { name fields { name } } } }" }),
    oddJson,
  );
  return fc.oneof(
    { weight: 10, arbitrary: jsonBody(operation) },
    { weight: 3, arbitrary: jsonBody(broken) },
    { weight: 2, arbitrary: jsonBody(around) },
    { weight: 2, arbitrary: fileBody },
  );
}

const files = [
  "# A post\n",
  "",
  "\u0000\u0001",
  "GIF89a",
  "\x89PNG\r\n\x1a\n",
  "<svg onload='alert(1)'/>",
  "%PDF-1.7",
  "RIFF0000WEBPVP8 ",
];
const newLine = fc.oneof({ weight: 9, arbitrary: fc.constant("\r\n") }, fc.constant("\n"));

/** By the multipart request specification, with parts that are there twice, not there, in the wrong order or unnamed. */
const fileBody: fc.Arbitrary<Body> = fc
  .record({
    boundary: fc.constantFrom("x", "----boundary", "b".repeat(70)),
    end: newLine,
    operations: fc.oneof(
      fc.constantFrom(
        ...["POST", "FILE"].map((type) =>
          JSON.stringify({
            query: "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id } }",
            variables: { input: { type, state: "DRAFT", file: null } },
          }),
        ),
        "{}",
        "[]",
        "",
      ),
      oddText,
    ),
    map: fc.constantFrom(
      '{"0":["variables.input.file"]}',
      '{"0":["variables.__proto__.file"]}',
      '{"0":[]}',
      "[]",
      "{",
      '{"0":["variables.input.file","variables.x"]}',
    ),
    name: fc.constantFrom("0", "1", "operations", "__proto__", ""),
    filename: oddText,
    content: fc.constantFrom(...files),
    order: fc.shuffledSubarray(["operations", "map", "file", "file"], { minLength: 1 }),
    isWhole: fc.boolean(),
  })
  .map(({ boundary, end, operations, map, name, filename, content, order, isWhole }) => {
    const field = (key: string, value: string) =>
      `Content-Disposition: form-data; name="${key}"${end}${end}${value}`;
    const file = `Content-Disposition: form-data; name="${name}"; filename="${filename}"${end}Content-Type: text/plain${end}${end}${content}`;
    const parts: Readonly<Record<string, string>> = {
      operations: field("operations", operations),
      map: field("map", map),
      file,
    };
    // In the order of the specification in most cases: it is the one that leads further.
    const sorted = isWhole ? ["operations", "map", "file"] : order;
    const text = sorted.map((part) => `--${boundary}${end}${parts[part]}${end}`).join("");
    const type = `multipart/form-data; boundary=${boundary}`;
    return { bytes: Buffer.from(`${text}${isWhole ? `--${boundary}--${end}` : ""}`, "latin1"), type };
  });

/** A text as a body. */
export function bodyOf(text: string, type: string): Body {
  return { bytes: Buffer.from(text.toWellFormed()), type };
}
