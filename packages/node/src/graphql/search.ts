import type { SnippetPart } from "../domain/search/make-snippet.ts";
import { type FoundItem, search } from "../domain/search/search.ts";
import { type Suggestion, suggest } from "../domain/search/suggest.ts";
import { builder } from "./builder.ts";
import { addQuery } from "./operations.ts";
import { PublicationRef } from "./publications.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";

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

addQuery("search", {
  type: FoundConnection,
  access: "public",
  cost: 200,
  description:
    'Words, "phrases", #tag, from:name, before:2026-01-31, and -what is not wanted. Every text is a search.',
  args: (t) => ({ ...pageArgs(t), query: t.arg.string({ required: true }) }),
  resolve: ({ query, ...page }, { node, caller }) => search(node, { ...toPageRequest(page), query, caller }),
});

const SuggestionKind = builder.enumType("SuggestionKind", {
  values: { TAG: { value: "tag" }, NODE: { value: "node" } } as const,
});

const SuggestionRef = builder.objectRef<Suggestion>("Suggestion").implement({
  description: "How somebody may go on who has begun to write a hashtag or a name.",
  fields: (t) => ({
    kind: t.field({ type: SuggestionKind, resolve: ({ kind }) => kind }),
    text: t.string({ resolve: ({ text }) => text }),
    address: t.field({
      type: "Address",
      nullable: true,
      resolve: (suggestion) => (suggestion.kind === "node" ? suggestion.address : null),
    }),
    url: t.string({
      nullable: true,
      resolve: (suggestion) => (suggestion.kind === "node" ? suggestion.url : null),
    }),
  }),
});

addQuery("suggestions", {
  type: [SuggestionRef],
  access: "public",
  cost: 50,
  description: "Hashtags and nodes that begin with a text; # asks for the former alone, @ for the latter.",
  args: (t) => ({ text: t.arg.string({ required: true }) }),
  resolve: ({ text }, { node, caller }) => suggest(node, { text, caller }),
});
