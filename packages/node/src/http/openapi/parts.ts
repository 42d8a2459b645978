import { contentKinds, type EwpErrorCode, errors, thumbnailSizes } from "@freehold/protocol";

export type Schema = Readonly<Record<string, unknown>>;

/** The description of an operation in OpenAPI. */
export interface Operation {
  readonly responses: Readonly<Record<string, object>>;
  readonly [field: string]: unknown;
}

/** Operations by path (`/path/{name}`) and by method in lower case. A file with routes says by one what they are. */
export type ApiPaths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** An object whose properties are required, except the optional ones. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
export const text = { type: "string" };
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
export const moment = { type: "string", format: "date-time" };
const count = { type: "integer", minimum: 0 };
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The shapes that several operations share (specification 2). */
export const schemas = {
  Address: {
    type: "string",
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: "An Ethereum address, with the capitals of EIP-55.",
  },
  ContentHash: { type: "string", pattern: "^0x[0-9a-f]{64}$", description: "The SHA-256 of the content." },
  Error: object({ error: { type: "string", description: "The code." } }),
  Profile: object({
    address: ref("Address"),
    title: text,
    url: { type: "string", format: "uri" },
    description: orNull(text),
    ewpVersion: text,
    createdAt: moment,
    updatedAt: moment,
  }),
  IndexEntry: object({
    contentHash: ref("ContentHash"),
    publisherAddress: ref("Address"),
    signature: { type: "string", pattern: "^0x[0-9a-fA-F]{130}$" },
    timestamp: { type: "integer", description: "Unix seconds, as signed." },
    createdAt: moment,
    contentKind: { enum: contentKinds },
    slug: orNull(text),
  }),
  Pagination: object({
    page: count,
    limit: count,
    total: count,
    totalPages: count,
    hasNextPage: { type: "boolean" },
    hasPreviousPage: { type: "boolean" },
  }),
  GraphQL: {
    type: "object",
    properties: {
      data: { type: ["object", "null"], description: "The fields that were asked for." },
      errors: {
        type: "array",
        minItems: 1,
        items: object(
          {
            message: text,
            path: { type: "array", items: { type: ["string", "integer"] } },
            locations: { type: "array", items: object({ line: count, column: count }) },
            extensions: object({ code: text }),
          },
          ["path", "locations"],
        ),
      },
    },
    anyOf: [{ required: ["data"] }, { required: ["errors"] }],
  },
  Visitor: object({
    address: ref("Address"),
    lastActive: { type: "integer", description: "Unix milliseconds." },
  }),
};

export const json = (schema: Schema) => ({ "application/json": { schema } });
/** The description of a header of an answer, one that is always there unless told otherwise. */
export const header = (description: string, required = true) => ({ description, required, schema: text });
/** The header of answers that can be asked for again with `If-None-Match`. */
export const etag = { ETag: header("The version of these bytes, for `If-None-Match`.") };
const contentRange = { "Content-Range": header("The part that this is, and the size of the whole.") };
/** An answer of JSON. */
export const jsonAnswer = (description: string, schema: Schema) => ({ description, content: json(schema) });
export const bytes = { "*/*": { schema: { type: "string", format: "binary" } } };
const unchanged = { description: "The caller has it: `If-None-Match` names its `ETag`.", headers: etag };
/** The answers of endpoints that send an `ETag`. */
export const cached = { 304: unchanged };
/** The answers of bytes that support ranges. */
export const ranged = {
  ...cached,
  206: {
    description: "The part that `Range` asks for.",
    headers: { ...etag, ...contentRange },
    content: bytes,
  },
  416: { description: "`Range` is outside.", headers: { ...etag, ...contentRange } },
};

export const query = (name: string, description: string, schema: Schema) => ({
  name,
  in: "query",
  description,
  schema,
});
export const thumb = query("thumb", "The height of a thumbnail of a picture.", { enum: thumbnailSizes });

/** The parameters of a path with `:name`. */
export function pathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: name === "address" ? ref("Address") : name === "contentHash" ? ref("ContentHash") : text,
  }));
}

const retryAfter = { "Retry-After": header("Seconds after which another request is taken.", false) };

/** The codes with a status in one answer, since OpenAPI has one answer a status. */
export function describeErrors(codes: readonly EwpErrorCode[]): Record<string, object> {
  const byStatus = Object.groupBy(codes, (code) => String(errors[code].status));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list = []]) => {
      const description = list.map((code) => `${code}: ${errors[code].sentence}`).join(" ");
      const schema = { allOf: [ref("Error"), { properties: { error: { enum: list } } }] };
      const waits = list.some((code) => code === "RATE_LIMITED" || code === "OVERLOADED");
      return [status, { description, ...(waits && { headers: retryAfter }), content: json(schema) }];
    }),
  );
}
