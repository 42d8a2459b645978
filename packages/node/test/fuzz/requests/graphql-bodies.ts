import fc from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { schema } from "../../../src/graphql/schema.ts";
import { opmlText, sourceUrl } from "./foreign-sources.ts";
import { mutateTree } from "./mutate-tree.ts";
import type { Operation } from "./odd-bodies.ts";
import { oddJson, oddNumber, oddText } from "./odd-values.ts";
import { type Signing, signedEnvelope } from "./signed-bodies.ts";

/** A field as it is asked for; its arguments are values of JSON. */
interface Asked {
  readonly name: string;
  readonly alias: string | null;
  readonly args: Readonly<
    Record<string, { readonly value: unknown; readonly type: string; readonly isVariable: boolean }>
  >;
  readonly directive: string;
  readonly fields: readonly Asked[] | null;
}

const depth = 4;
const directives = [
  "@include(if: true)",
  "@skip(if: true)",
  "@skip(if: 1)",
  "@deprecated",
  "@nothing",
] as const;
/** It looks at the whole world and takes a minute. */
const slow = new Set(["diagnosis"]);

/** Operations that read a document of another site are asked for so many times as often as the others. */
const readingWeights: Readonly<Record<string, number>> = {
  feedPreview: 60,
  subscribeFeed: 60,
  fetchFeed: 10,
  importFeeds: 20,
  importFeed: 20,
  startImport: 20,
};

/** Operations out of the schema: documents that are valid or nearly so. */
export function graphqlOperation(signing: Signing): fc.Arbitrary<Operation> {
  const values = createValues(signing);
  const selections: Selections = new Map();
  const roots = (["query", "mutation"] as const).flatMap((kind) => {
    const type = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    return Object.values(type?.getFields() ?? {})
      .filter(({ name }) => !slow.has(name))
      .map((field) => ({
        kind,
        weight: readingWeights[field.name] ?? 1,
        asked: fc.array(askField(field, { left: depth, values, selections }), {
          minLength: 1,
          maxLength: field.name === "search" ? 2 : 1,
        }),
      }));
  });
  return fc.oneof(
    ...roots.map(({ kind, weight, asked }) => ({
      weight,
      arbitrary: asked.map((fields) => printOperation(kind, fields)),
    })),
  );
}

/** Of a type at a depth: each is made once, for types refer to each other in circles. */
type Selections = Map<string, fc.Arbitrary<readonly Asked[]>>;

interface Asking {
  readonly left: number;
  readonly values: ValuesFor;
  readonly selections: Selections;
}

function askField(field: GraphQLField<unknown, unknown>, asking: Asking): fc.Arbitrary<Asked> {
  const named = getNamedType(field.type);
  return fc.record({
    name: fc.constant(field.name),
    alias: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom("a", "b", "__typename") },
    ),
    args: askArgs(field.args, asking.values),
    directive: fc.oneof(
      { weight: 12, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: fc.constantFrom(...directives) },
    ),
    fields: isObjectType(named) ? fieldsOf(named, asking) : fc.constant(null),
  });
}

function askArgs(args: readonly GraphQLArgument[], values: ValuesFor): fc.Arbitrary<Asked["args"]> {
  const known = args.map((arg) => {
    const value = fc.record({
      value: values(arg.type, arg.name),
      type: fc.constant(String(arg.type)),
      isVariable: fc.boolean(),
    });
    return [arg.name, isNonNullType(arg.type) ? mostly(value) : rarely(value)] as const;
  });
  return fc
    .record(Object.fromEntries(known))
    .map(
      (found) =>
        Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as Asked["args"],
    );
}

function mostly<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof(value, fc.constant(null));
}

function fieldsOf(
  type: GraphQLObjectType,
  { left, values, selections }: Asking,
): fc.Arbitrary<readonly Asked[]> {
  const key = `${type.name} ${left}`;
  const known = selections.get(key);
  if (known) return known;
  const fields = Object.values(type.getFields()).filter(
    (field) => left > 0 || !isObjectType(getNamedType(field.type)),
  );
  const inner = fields.map((field) => askField(field, { left: left - 1, values, selections }));
  const made = fc.array(fc.oneof(fc.constant(leaf("__typename")), ...inner), { minLength: 1, maxLength: 4 });
  selections.set(key, made);
  return made;
}

function leaf(name: string): Asked {
  return { name, alias: null, args: {}, directive: "", fields: null };
}

function printOperation(kind: "query" | "mutation", fields: readonly Asked[]): Operation {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const declare = (value: unknown, type: string) => {
    const name = `v${declared.length}`;
    declared.push(`$${name}: ${type}`);
    variables[name] = value;
    return `$${name}`;
  };
  const print = ({ name, alias, args, directive, fields: inner }: Asked): string => {
    const given = Object.entries(args).map(
      ([key, { value, type, isVariable }]) =>
        `${key}: ${isVariable ? declare(value, type) : printLiteral(value)}`,
    );
    const call = given.length > 0 ? `(${given.join(", ")})` : "";
    const selection = inner ? ` { ${inner.map(print).join(" ")} }` : "";
    return `${alias ? `${alias}: ` : ""}${name}${call} ${directive}${selection}`;
  };
  const body = fields.map(print).join(" ");
  const head = declared.length > 0 ? `(${declared.join(", ")})` : "";
  return { query: `${kind} Op${head} { ${body} }`, variables };
}

/** A value as a document has it. What is an enum's name is one of capitals. */
function printLiteral(value: unknown): string {
  if (typeof value === "string") return /^[A-Z]+(_[A-Z]+)*$/.test(value) ? value : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${/^\w+$/.test(key) ? key : "odd"}: ${printLiteral(one)}`)
      .join(", ")} }`;
  }
  return JSON.stringify(value) ?? "null";
}

type ValuesFor = (type: GraphQLInputType, name: string) => fc.Arbitrary<unknown>;

/** Values for arguments and fields of inputs: of their type and about what there is, or anything at all. */
function createValues(signing: Signing): ValuesFor {
  const byType = typicalValues(signing);
  const inputs = new Map<string, fc.Arbitrary<unknown>>();
  const valuesFor: ValuesFor = (type, name) => {
    if (isNonNullType(type)) return valuesFor(type.ofType, name);
    if (isListType(type)) return fc.array(valuesFor(type.ofType, name), { maxLength: 4 });
    if (isEnumType(type)) {
      return fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...type.getValues().map((one) => one.name)) },
        oddText,
      );
    }
    if (!isInputObjectType(type)) {
      const typical = byType(type.name, name);
      return fc.oneof({ weight: 8, arbitrary: typical }, { weight: 1, arbitrary: oddJson });
    }
    const made = inputs.get(type.name) ?? inputOf(Object.values(type.getFields()), valuesFor);
    inputs.set(type.name, made);
    return made;
  };
  return valuesFor;
}

function inputOf(fields: readonly GraphQLInputField[], valuesFor: ValuesFor): fc.Arbitrary<unknown> {
  const needed = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const right = fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, valuesFor(type, name)])), {
    requiredKeys: needed,
  });
  return fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: right.chain(mutateTree) });
}

function typicalValues(signing: Signing): (type: string, name: string) => fc.Arbitrary<unknown> {
  const { inventory, untrustedPeers } = signing;
  const envelope = fc.oneof(
    ...(["CreateConnection", "DestroyConnection", "NodeProfileUpdate", "StatementOfSource"] as const).map(
      (kind) => signedEnvelope(kind, signing),
    ),
  );
  const typedData = envelope.map((value) => Object(value).typedData ?? value);
  const signature = envelope.map((value) => String(Object(value).signature));
  const url = fc.oneof(
    fc.constantFrom(...untrustedPeers.map((one) => one.url), inventory.url),
    { weight: 3, arbitrary: sourceUrl(signing, "feed") },
    { weight: 2, arbitrary: sourceUrl(signing, "page") },
    oddText,
  );
  const mentioning = sourceUrl(signing, "page").map((page) => `# Words\n\n<${page}> and words.`);
  const address = fc.oneof(
    fc.constantFrom(inventory.owner, ...untrustedPeers.slice(0, 8).map((one) => one.address)),
    fc.constantFrom(`0x${"0".repeat(40)}`, inventory.owner.toLowerCase(), inventory.owner.toUpperCase()),
  );
  const named: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    url,
    address,
    authorId: fc.oneof(address, fc.emailAddress(), oddText),
    email: fc.oneof(fc.emailAddress(), oddText),
    signature,
    tokenOrSignature: fc.oneof(signature, oddText),
    slug: fc.oneof(fc.constantFrom("a-slug", ...inventory.slugs), oddText),
    scopes: fc.constantFrom("read:timeline", "manage:settings", "nothing"),
    events: fc.constantFrom("comment.confirmed", "publication.signed", "nothing"),
    query: searchQuery,
    after: fc.oneof(fc.constantFrom("MTA", "MTAuMTA", "MS4xLjE"), oddText),
    body: fc.oneof(oddText, mentioning, fc.constantFrom("# Words\n\nof *somebody*", "x".repeat(60_000))),
    opml: opmlText(signing),
    endpoint: fc.constantFrom("https://127.0.0.1:9/push"),
  };
  const id = fc.oneof(
    fc.constantFrom(...[...inventory.ids, ...inventory.comments, ...inventory.webhooks, 0, -1].map(String)),
    fc.constantFrom(...inventory.tokens, "x"),
  );
  const byType: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    ID: id,
    Int: fc.oneof(fc.nat(101), oddNumber),
    Boolean: fc.boolean(),
    BigInt: fc.oneof(fc.nat(), oddNumber, oddText),
    Address: address,
    ContentHash: fc.constantFrom(`0x${"ab".repeat(32)}`, ...inventory.hashes),
    DateTime: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      oddText,
    ),
    JSON: fc.oneof(typedData, oddJson),
    Upload: fc.constant(null),
    String: oddText,
  };
  return (type, name) => (type === "String" ? named[name] : undefined) ?? byType[type] ?? oddText;
}

/** What is typed into a search. */
export const searchQuery = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "-",
        "#tag",
        "from:",
        "before:2026-01-31",
        "after:x",
        "words",
        "OR",
        "AND",
        "NEAR(",
        "*",
        "^",
        ":",
        "(",
        ")",
        "字",
        "🙂",
        "\\",
        "%",
        "_",
      ),
      oddText,
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(" "));
