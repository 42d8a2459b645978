import { type Accepted, type TypedDocument, textOfDocument, type VariablesArgument } from "@freehold/client";
import { graphql } from "graphql";
import type { Caller } from "../domain/access/callers.ts";
import { requireOwner } from "../domain/profile/owner.ts";
import { AppError } from "../errors/errors.ts";
import { CostMeter } from "../graphql/cost.ts";
import { createLoaders } from "../graphql/loaders.ts";
import type { RequestContext } from "../graphql/request-context.ts";
import { schema } from "../graphql/schema.ts";
import type { OpenNode } from "../startup/open-node.ts";

/** The owner at the machine of the node: anybody who may read the data folder is the owner here, and needs no token. */
const owner: Caller = { kind: "client", tokenId: "command line" };

/**
 * Executes an operation of the GraphQL API on the data of this node, as its owner. So a command prints the same fields as the API.
 *
 * @returns its `data`
 * @throws AppError as the use case throws it, and USAGE for a value that the schema refuses
 */
export function askApi<Reply, Variables>(
  node: OpenNode,
  document: TypedDocument<Reply, Variables>,
  ...[variables]: VariablesArgument<NoInfer<Variables>>
): Promise<Reply> {
  return askApiAs(owner, node, document, variables);
}

/** The same with the rights of `caller`. */
export async function askApiAs<Reply, Variables>(
  caller: Caller,
  node: OpenNode,
  document: TypedDocument<Reply, Variables>,
  variables?: Accepted<NoInfer<Variables>>,
): Promise<Reply> {
  const own = await requireOwner(node);
  const contextValue: RequestContext = {
    node,
    own,
    caller,
    loaders: createLoaders(node, caller),
    meter: new CostMeter(caller),
    ip: null,
    signInSite: { domain: new URL(own.url).host, uri: own.url, localOrigin: null },
    language: null,
    agent: null,
    renderExcerpt: null,
    session: { open: () => {}, close: () => {} },
    signal: new AbortController().signal,
  };
  const { data, errors } = await graphql({
    schema,
    source: textOfDocument(document),
    variableValues: { ...variables },
    contextValue,
  });
  const [error] = errors ?? [];
  // A value that does not fit has no path: nothing was executed.
  if (error && error.path === undefined) throw new AppError("USAGE", withoutVariable(error.message));
  if (error) throw error.originalError ?? error;
  return data as Reply;
}

/** The sentence about a value, without the variable, which nobody at a terminal knows. */
function withoutVariable(message: string): string {
  const [, value, sentence] =
    /^Variable "\$\w+" got invalid value (.{1,200}?)(?: at "[\w.[\]]+")?; (.+)$/s.exec(message) ?? [];
  if (value === undefined || sentence === undefined) return message;
  const [, what] = /^It has to be (.+)$/s.exec(sentence) ?? [];
  return what === undefined ? `${value}: ${sentence}` : `${value} is not ${what}`;
}

/** A page of a list of the API. */
export interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The variables that every list takes. */
interface PageOfList {
  readonly first: number;
  readonly after?: string | null;
}

/** The most that the API returns at once. */
const pageSize = 100;

/**
 * Reads a list of the API page after page.
 *
 * @param document an operation that calls the list `list` and takes `$first` and `$after`
 * @param limit null for all
 */
export async function* listFromApi<Item, Variables extends PageOfList>(
  node: OpenNode,
  document: TypedDocument<{ list: Page<Item> }, Variables>,
  limit: number | null,
  variables: Omit<Accepted<NoInfer<Variables>>, keyof PageOfList>,
): AsyncGenerator<Item> {
  let left = limit ?? Infinity;
  let after: string | null = null;
  while (left > 0) {
    const first = Math.min(left, pageSize);
    const page = { ...variables, first, after } as unknown as Accepted<Variables>;
    const { list }: { list: Page<Item> } = await askApiAs(owner, node, document, page);
    yield* list.nodes;
    left -= list.nodes.length;
    after = list.pageInfo.endCursor;
    if (!list.pageInfo.hasNextPage) return;
  }
}
