import { builder } from "../../graphql/builder.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { PublicationRef } from "../../graphql/publications.ts";
import { readSentMentions, type SentMentionView } from "./mentions/sent-mentions.ts";

const SentMentionState = defineEnum("SentMentionState", {
  waiting: "It was not sent yet, or is tried again.",
  sent: "The page's site took it.",
  none: "The page takes no mentions.",
  failed: "It was refused, or could not be sent.",
});

const SentMentionRef = defineObject<SentMentionView>("SentMention", {
  description: "What a page that a post links to was told (Webmention).",
  fields: {
    id: "ID!",
    target: "String!",
    state: SentMentionState,
    status: ["Int", "The HTTP status of the answer."],
    problem: "String",
    receipt: ["String", "Where the other site says what became of it."],
    updatedAt: "DateTime!",
  },
});

builder.objectField(PublicationRef, "sentMentions", (t) =>
  t.field({
    type: [SentMentionRef],
    nullable: true,
    cost: 5,
    access: "manage:comments",
    description: "What the pages that this post links to were told, in the order of its links.",
    resolve: ({ id }, _args, { node }) => readSentMentions(node, id),
  }),
);
