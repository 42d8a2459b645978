import { type Suggestion, suggest } from "../domain/search/suggest.ts";
import { builder } from "./builder.ts";

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

builder.queryField("suggestions", (t) =>
  t.field({
    type: [SuggestionRef],
    access: "public",
    cost: 50,
    description: "Hashtags and nodes that begin with a text; # asks for the former alone, @ for the latter.",
    args: { text: t.arg.string({ required: true }) },
    resolve: (_root, { text }, { node, caller }) => suggest(node, { text, caller }),
  }),
);
