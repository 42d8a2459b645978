import { duplicatePost } from "../../domain/publications/texts/duplicate.ts";
import { writeNewVersion } from "../../domain/publications/texts/new-version.ts";
import type { PublicationView } from "../../domain/publications/view.ts";
import { describeWritten, findVisiblePublication } from "../../domain/publications/visible.ts";
import { builder, parseId } from "../builder.ts";
import { addMutation } from "../operations.ts";
import { readingOf } from "../request-context.ts";
import { PublicationRef } from "./publications.ts";

builder.objectFields(PublicationRef, (t) => ({
  versions: t.field({
    type: [PublicationRef],
    description:
      "The published versions of this post, newest first, with this one; empty where it has one version.",
    resolve: (publication, _args, { loaders }) => loaders.versions.load(publication),
  }),
  replaces: t.field({
    type: PublicationRef,
    nullable: true,
    description: "The version before this one, if it is on this node.",
    resolve: async ({ replaces, state, ...group }, _args, context) => {
      if (replaces === null) return null;
      // A draft is not a version yet.
      if (state === "draft")
        return await findVisiblePublication(readingOf(context), { contentHash: replaces }, context.caller);
      const isBefore = ({ contentHash }: PublicationView) => contentHash === replaces;
      return (await context.loaders.versions.load(group)).find(isBefore) ?? null;
    },
  }),
  replacedBy: t.field({
    type: PublicationRef,
    nullable: true,
    description: "The newest version of this post; null if this is the newest.",
    resolve: async (publication, _args, { loaders }) =>
      publication.isReplaced ? ((await loaders.versions.load(publication))[0] ?? null) : null,
  }),
}));

addMutation("writeNewVersion", {
  type: PublicationRef,
  access: "owner",
  cost: 20,
  description:
    "Begins a new version of a signed post: a draft with its text, and a link to it in the last line. Publish it as any draft.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: async ({ id }, { node }) => describeWritten(node, await writeNewVersion(node, parseId(id))),
});

addMutation("duplicatePublication", {
  type: PublicationRef,
  access: "owner",
  cost: 20,
  description:
    "Makes a draft with the text, summary and cover of a post of the owner; without its address, dates and signature.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: async ({ id }, { node }) => describeWritten(node, await duplicatePost(node, parseId(id))),
});
