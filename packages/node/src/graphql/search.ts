import type { SnippetPart } from "../domain/search/make-snippet.ts";
import { type FoundItem, search } from "../domain/search/search.ts";
import { builder } from "./builder.ts";
import { defineConnection, pageArgs, toPageRequest } from "./connection.ts";
import { PublicationRef } from "./publication.ts";

const Snippet = builder.objectRef<SnippetPart>("SnippetPart").implement({
  description: "A piece of plain text.",
  fields: (t) => ({
    text: t.exposeString("text"),
    isMatch: t.exposeBoolean("isMatch", { description: "Whether it is what was looked for." }),
  }),
});

const FoundKind = builder.enumType("FoundKind", {
  values: { PUBLICATION: { value: "publication" }, COMMENT: { value: "comment" } } as const,
});

const Found = builder.objectRef<FoundItem>("Found").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: FoundKind }),
    id: t.exposeID("id", { description: "Of the publication, or of the comment." }),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      description: "The publication, or the one that the comment is about.",
      resolve: ({ publicationId }, _args, { loaders }) => loaders.publication.load(publicationId),
    }),
    title: t.exposeString("title"),
    snippet: t.field({ type: [Snippet], resolve: ({ snippet }) => [...snippet] }),
    rank: t.exposeInt("rank", { description: "1 for the best." }),
  }),
});

const FoundConnection = defineConnection("Found", Found);

builder.queryField("search", (t) =>
  t.field({
    type: FoundConnection,
    access: "public",
    cost: 200,
    description:
      'Words, "phrases", #tag, from:name, before:2026-01-31, and -what is not wanted. Every text is a search.',
    args: { ...pageArgs(t), query: t.arg.string({ required: true }) },
    resolve: (_root, { query, ...page }, { node, caller }) =>
      search(node, { ...toPageRequest(page), query, caller }),
  }),
);
