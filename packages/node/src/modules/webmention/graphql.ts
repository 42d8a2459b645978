import { builder } from "../../graphql/builder.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { PublicationRef } from "../../graphql/publications/publications.ts";
import { readSentMentions, type SentMentionView } from "./mentions/send-mention.ts";

const SentMentionState = defineEnum("SentMentionState", {
  waiting: "It was not sent yet, or it is tried again.",
  sent: "The site of the page accepted it.",
  none: "The page accepts no mentions.",
  failed: "It was refused, or could not be sent.",
});

const SentMentionRef = defineObject<SentMentionView>("SentMention", {
  description: "The mention that was sent to a page to which a post links (Webmention).",
  fields: {
    id: "ID!",
    target: "String!",
    state: SentMentionState,
    status: ["Int", "The HTTP status of the answer."],
    problem: "String",
    receipt: ["String", "The address at which the other site shows the state of the mention."],
    updatedAt: "DateTime!",
  },
});

builder.objectField(PublicationRef, "sentMentions", (t) =>
  t.field({
    type: [SentMentionRef],
    nullable: true,
    cost: 5,
    access: "manage:comments",
    description:
      "The mentions that were sent to the pages to which this post links, in the order of its links.",
    resolve: ({ id }, _args, { node }) => readSentMentions(node, id),
  }),
);
