import { readOwnTags, renameTag, type TagChange } from "../../domain/publications/rename-tag.ts";
import type { OwnTag } from "../../store/publications/own-tags.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";

const OwnTagRef = defineObject<OwnTag>("OwnTag", {
  description:
    "A hashtag of the owner's publications, and how many of each state have it; older versions do not count.",
  fields: {
    tag: ["String!", "Folded, without its sign."],
    drafts: "Int!",
    local: "Int!",
    signed: "Int!",
  },
});

const TagChangeRef = defineObject<TagChange>("TagChange", {
  fields: {
    changed: ["Int!", "Publications whose text was changed now."],
    left: [
      "Int!",
      "Unsigned publications that still have the tag: repeat the call for them, unless it changed none.",
    ],
    signed: ["Int!", "Signed publications that have the tag; they never change."],
    isTaken: [
      "Boolean!",
      "Whether the new tag is there already, and nothing was changed for want of `merges`.",
    ],
    spelling: ["String", "How most of the texts that were changed now wrote the tag; null where none was."],
  },
});

addQuery("ownTags", {
  type: defineConnection("OwnTag", OwnTagRef),
  access: "owner",
  cost: 20,
  description: "The hashtags of the owner's publications in every state, in the order of their bytes.",
  args: (t) => ({
    ...pageArgs(t),
    search: t.arg.string({ description: "Only tags that contain these letters." }),
  }),
  resolve: (page, { node }) => readOwnTags(node, page),
});

addMutation("renameTag", {
  type: TagChangeRef,
  access: "owner",
  cost: 200,
  description:
    "Renames a tag in the texts of the owner's drafts and local posts, up to 50 in a call; without `to`, the word stays but is no longer a tag. The page of the tag redirects to the new one once no post has it.",
  input: (t) => ({
    tag: t.string({ required: true }),
    to: t.string(),
    merges: t.boolean({ description: "Whether to merge both if the new tag already exists." }),
  }),
  resolve: ({ tag, to, merges }, { node }) =>
    renameTag(node, { tag, to: to ?? null, merges: merges ?? false }),
});
