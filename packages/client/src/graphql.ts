import type { DocumentDecoration, initGraphQLTada } from "gql.tada";
import type { introspection } from "./generated/schema.ts";

/** Bytes in hex. */
type Hex = `0x${string}`;

/** The schema, and the types that JSON has of its scalars. */
interface Setup {
  readonly introspection: introspection;
  readonly scalars: {
    readonly Address: Hex;
    readonly BigInt: number;
    readonly ContentHash: Hex;
    readonly DateTime: string;
    readonly JSON: unknown;
    readonly Upload: Blob;
  };
  readonly disableMasking: true;
}

/** A document with the types of its reply and of its variables. */
export type TypedDocument<Reply = unknown, Variables = never> = DocumentDecoration<Reply, Variables>;

/** The reply to a document, or the object that a fragment selects. */
export type ReplyOf<Document> = Document extends DocumentDecoration<infer Reply> ? Reply : never;

/** The variables of a document. */
export type VariablesOf<Document> =
  Document extends DocumentDecoration<unknown, infer Variables> ? Accepted<Variables> : never;

/**
 * A variable as a caller may give it: readonly, undefined where it may be left out, and any text for hex, which the node
 * judges.
 */
export type Accepted<T> = unknown extends T
  ? T
  : T extends Hex
    ? string
    : T extends string | number | boolean | Blob | null | undefined
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Accepted<Item>[]
        : {
            readonly [K in keyof T]:
              | Accepted<T[K]>
              | (object extends Pick<T, K & keyof T> ? undefined : never);
          };

/** The variables of a call, which may be left out where the document needs none. */
export type VariablesArgument<Variables> = object extends Variables
  ? readonly [variables?: Accepted<Variables>]
  : readonly [variables: Accepted<Variables>];

/**
 * A document of the GraphQL API, with its types. TypeScript reads them from its text.
 *
 * @param text one operation, or one fragment, as a literal; `npm run check:documents` compares it with the schema
 * @param fragments those that the text spreads, each made by this function
 */
export const graphql = ((text: string, fragments: readonly string[] = []) =>
  [text, ...fragments].join("\n")) as unknown as initGraphQLTada<Setup>;

/** The text of a document: at run time a document is nothing else, and no parser of GraphQL is loaded. */
export function textOfDocument(document: TypedDocument): string {
  return String(document);
}
