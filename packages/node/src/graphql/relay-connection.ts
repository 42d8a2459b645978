import type { ArgBuilder, ObjectRef } from "@pothos/core";
import type { Page } from "../domain/paging.ts";
import type { Types } from "./builder.ts";
import { defineObject } from "./define-types.ts";

const usualPage = 20; // a page of a list that says nothing else

type PageInfoProps = Pick<Page<unknown>, "hasNextPage" | "hasPreviousPage" | "endCursor"> & {
  startCursor: string | null;
};

const PageInfo = defineObject<PageInfoProps>("PageInfo", {
  description: "The position of a page in its list, as Relay's connections give it.",
  fields: {
    hasNextPage: "Boolean!",
    hasPreviousPage: "Boolean!",
    startCursor: "String",
    endCursor: "String",
  },
});

/** Defines the type of a list that is read forwards, page by page, as Relay does it. Cursors are opaque to clients. */
export function defineConnection<Node>(name: string, node: ObjectRef<Types, Node>) {
  const Edge = defineObject<{ cursor: string; node: unknown }>(`${name}Edge`, {
    fields: { cursor: "String!" },
    computed: (t) => ({ node: t.field({ type: node, resolve: (edge) => edge.node as never }) }),
  });
  return defineObject<Page<Node>>(`${name}Connection`, {
    computed: (t) => ({
      edges: t.field({
        type: [Edge],
        extensions: isPage,
        resolve: ({ items, cursorOf }) => items.map((item) => ({ cursor: cursorOf(item), node: item })),
      }),
      nodes: t.field({ type: [node], extensions: isPage, resolve: ({ items }) => items as never }),
      pageInfo: t.field({
        type: PageInfo,
        resolve: (page) => {
          const [first] = page.items;
          return { ...page, startCursor: first === undefined ? null : page.cursorOf(first) };
        },
      }),
    }),
  });
}

/** Its length is that of the page, which the field with `first` has counted. */
const isPage = { isPage: true };

/** The arguments of a field that gives a connection. */
export function pageArgs({ arg }: { arg: ArgBuilder<Types> }) {
  return {
    first: arg.int({
      required: true,
      defaultValue: usualPage,
      description: "The number of items, from 1 to 100.",
    }),
    after: arg.string({ description: "The cursor after which the page begins." }),
  };
}
