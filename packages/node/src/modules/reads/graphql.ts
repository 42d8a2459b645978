import { builder } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { addQuery } from "../../graphql/operations.ts";
import { PublicationRef } from "../../graphql/publications/publications.ts";
import { readsLimits } from "./limits.ts";
import { type ReadsView, readReads } from "./read.ts";

const ReadsRef = defineObject<ReadsView>("Reads", {
  description:
    "How often the pages of posts were sent to readers. Programs and the owner are left out as far as they show.",
  fields: {
    areCounted: ["Boolean!", "Whether the owner has reads counted (the setting `countReads`)."],
    days: [
      "[Int!]!",
      `The last ${readsLimits.shownDays} days of the site's time zone, the oldest first, today last.`,
    ],
  },
});

addQuery("reads", {
  type: ReadsRef,
  access: "owner",
  cost: 20,
  description: "The reads of all posts.",
  resolve: (_args, { node }) => readReads(node),
});

builder.objectField(PublicationRef, "reads", (t) =>
  t.field({
    type: ["Int"],
    access: "owner",
    cost: 1,
    description: `The reads of its page in each of the last ${readsLimits.shownDays} days, with those of its other versions, as in \`Reads.days\`; empty without any.`,
    resolve: ({ id }, _args, { loaders }) => loaders.reads.load(id),
  }),
);
