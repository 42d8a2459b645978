import { suggestQuery } from "../../domain/search/did-you-mean.ts";
import type { SnippetPart } from "../../domain/search/make-snippet.ts";
import { type FoundItem, search } from "../../domain/search/search.ts";
import { type Suggestion, suggest } from "../../domain/search/suggest.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";
import { namesBelow } from "../people/names-below.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";
import { readingOf } from "../request-context.ts";
import { PublicationRef } from "./publications.ts";

const Snippet = defineObject<SnippetPart>("SnippetPart", {
  description: "A piece of plain text.",
  fields: { text: "String!", isMatch: ["Boolean!", "Whether it matches the search."] },
});

const Found = defineObject<FoundItem>("Found", {
  fields: {
    kind: defineEnum("FoundKind", ["publication", "comment"]),
    id: ["ID!", "The id of the publication, or of the comment."],
    title: "String!",
    rank: ["Int!", "1 for the best."],
  },
  computed: (t) => ({
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      description: "The publication, or the one that the comment belongs to.",
      resolve: ({ publicationId }, _args, { loaders }) => loaders.publication.load(publicationId),
    }),
    snippet: t.field({ type: [Snippet], resolve: ({ snippet }) => [...snippet] }),
  }),
});

addQuery("search", {
  type: defineConnection("Found", Found),
  access: "public",
  cost: 200,
  description:
    'Words, "phrases", #tag, from:name, before: and after: a day, a month or a year (before:2026-01), and -word to exclude. Any text is a valid search.',
  args: (t) => ({
    ...pageArgs(t),
    query: t.arg.string({ required: true }),
    since: t.arg({
      type: "DateTime",
      description: "Published then or later: own publications by `publishedAt`.",
    }),
    until: t.arg({ type: "DateTime", description: "Published before, by the same date." }),
  }),
  resolve: (args, context, info) =>
    search(readingOf(context), {
      ...args,
      caller: context.caller,
      withSnippets: namesBelow(info).has("snippet"),
    }),
});

addQuery("searchCorrection", {
  type: "String",
  nullable: true,
  access: "public",
  cost: 200,
  description:
    "A search of which nothing is found, with each unknown word replaced by a similar one of the texts; null where none is similar.",
  args: (t) => ({ query: t.arg.string({ required: true }) }),
  resolve: ({ query }, context) => suggestQuery(readingOf(context), { query, caller: context.caller }),
});

const SuggestionRef = defineObject<Suggestion>("Suggestion", {
  description: "A completion of a hashtag or a name.",
  fields: { kind: defineEnum("SuggestionKind", ["tag", "node"]), text: "String!" },
  computed: (t) => ({
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
  description: "Hashtags and nodes that begin with a text; # asks only for hashtags, @ only for nodes.",
  args: (t) => ({ text: t.arg.string({ required: true }) }),
  resolve: ({ text }, { node, caller }) => suggest(node, { text, caller }),
});
