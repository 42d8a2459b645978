import type { ArgBuilder, ObjectRef } from "@pothos/core";
import type { Page, PageRequest } from "../domain/paging.ts";
import { builder } from "./builder.ts";
import { limits } from "./limits.ts";
import type { Types } from "./operations.ts";

type PageInfoProps = Pick<Page<unknown>, "hasNextPage" | "hasPreviousPage" | "endCursor"> & {
  startCursor: string | null;
};

const PageInfo = builder.objectRef<PageInfoProps>("PageInfo").implement({
  description: "Where a page stands in its list, as Relay's connections tell it.",
  fields: (t) => ({
    hasNextPage: t.exposeBoolean("hasNextPage"),
    hasPreviousPage: t.exposeBoolean("hasPreviousPage"),
    startCursor: t.exposeString("startCursor", { nullable: true }),
    endCursor: t.exposeString("endCursor", { nullable: true }),
  }),
});

interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

/** The type of a list that is read page by page, forwards, as Relay does it. Cursors say nothing to a client. */
export function defineConnection<Node>(name: string, node: ObjectRef<Types, Node>) {
  const Edge = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.string({ resolve: ({ cursor }) => cursor }),
      node: t.field({ type: node, resolve: (edge) => edge.node as never }),
    }),
  });
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    fields: (t) => ({
      edges: t.field({
        type: [Edge],
        extensions: isPage,
        resolve: ({ items }) => items.map((item) => ({ cursor: item.cursor, node: item })),
      }),
      nodes: t.field({ type: [node], extensions: isPage, resolve: ({ items }) => items as never }),
      pageInfo: t.field({
        type: PageInfo,
        resolve: (page) => ({ ...page, startCursor: page.items[0]?.cursor ?? null }),
      }),
    }),
  });
}

/** Its length is that of the page, which was counted where the page was asked for. */
const isPage = { isPage: true };

/** The arguments of a field that gives a connection. */
export function pageArgs({ arg }: { arg: ArgBuilder<Types> }) {
  return {
    first: arg.int({
      required: true,
      defaultValue: limits.usualPage,
      description: "How many, from 1 to 100.",
    }),
    after: arg.string({ description: "The cursor behind which the page begins." }),
  };
}

/** What a client asked of a list, as the domain takes it. */
export function toPageRequest(args: {
  first: number;
  after?: string | null | undefined;
}): Required<PageRequest> {
  return { first: args.first, after: args.after ?? null };
}
