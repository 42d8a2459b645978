import { answerComment } from "../../domain/comments/answer.ts";
import { areOpen, openComments } from "../../domain/comments/commentable.ts";
import { authorOfMention } from "../../domain/comments/mention-author.ts";
import { moderateComment, moderateComments } from "../../domain/comments/moderate.ts";
import { countCommentStates, listComments } from "../../domain/comments/read.ts";
import type { CommentView } from "../../domain/comments/view.ts";
import { hasCode } from "../../errors/errors.ts";
import { builder, parseId } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { PublicationRef } from "../publications/publications.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";

export const CommentAuthType = defineEnum(
  "CommentAuthType",
  ["EMAIL", "ETHEREUM", "WEBMENTION", "IMPORTED"],
  "How the author of a comment is identified. `WEBMENTION`: by nothing but a page of another site. `IMPORTED`: by nothing; it came with its post from another program. Nobody writes either here.",
);

const states = {
  published: "Readers see it.",
  rejected: "The owner hid it.",
};

const CommentState = defineEnum("CommentState", {
  pending: "Its author has not confirmed it.",
  held: "It waits for the owner.",
  ...states,
});

const MentionKind = defineEnum(
  "MentionKind",
  ["reply", "like", "repost", "bookmark", "mention"],
  "How a page refers to the post, by its microformats.",
);

const MentionRef = defineObject<NonNullable<CommentView["mention"]>>("Mention", {
  description: "A mention of a post by a page of another site (Webmention). Nobody signed it.",
  fields: {
    kind: MentionKind,
    source: ["String!", "The page, https."],
    authorUrl: ["String", "The home of the author that the page names, https."],
  },
  computed: (t) => ({
    speaker: t.field({
      type: "String",
      nullable: true,
      description:
        "The author's home on another host than the page: limits and a block apply to this author only. Null: they apply to the whole site.",
      resolve: (mention) => authorOfMention(mention).url,
    }),
  }),
});

export const CommentRef = defineObject<CommentView>("Comment", {
  fields: {
    id: "ID!",
    publicationId: "ID!",
    state: CommentState,
    authType: CommentAuthType,
    authorName: "String!",
    authorAddress: ["Address", "The author's wallet. Email addresses are never shown."],
    authorUrl: [
      "String",
      "The site that the author of an imported comment named, http or https. Nobody checked it.",
    ],
    body: ["String!", "Markdown as it was written, plain text in a mention. Clients must make it safe."],
    timestamp: ["BigInt!", "The second that is signed."],
  },
  computed: (t) => ({
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      resolve: ({ publicationId }, _args, { loaders }) => loaders.publication.load(publicationId),
    }),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt).toISOString() }),
    mention: t.field({
      type: MentionRef,
      nullable: true,
      description: "The source of a mention; null for a comment.",
      resolve: ({ mention }) => mention,
    }),
  }),
});

const CommentConnection = defineConnection("Comment", CommentRef);

builder.objectField(PublicationRef, "comments", (t) =>
  t.field({
    type: CommentConnection,
    nullable: true,
    description: "The published comments, oldest first; null where there can be none.",
    args: pageArgs(t),
    resolve: async ({ id }, page, { node }) => {
      try {
        return await listComments(node, {
          first: page.first,
          after: page.after ?? null,
          publicationId: id,
          includePending: false,
        });
      } catch (error) {
        // A draft, or another node's publication: one of a list must not fail the whole list.
        if (hasCode(error, "NOT_FOUND")) return null;
        throw error;
      }
    },
  }),
);

addQuery("comments", {
  type: CommentConnection,
  access: "manage:comments",
  description: "Comments in every state, for moderators.",
  args: (t) => ({
    ...pageArgs(t),
    publicationId: t.arg.id({ description: "Only on this publication." }),
    states: t.arg({ type: [CommentState], description: "Only in these states." }),
    sameAuthorAs: t.arg.id({ description: "Only by the author of this comment." }),
    authorAddress: t.arg({ type: "Address", description: "Only by this wallet." }),
    newestFirst: t.arg.boolean({ description: "Newest first instead of oldest first." }),
  }),
  resolve: ({ publicationId, sameAuthorAs, authorAddress, newestFirst, ...args }, { node }) =>
    listComments(node, {
      ...args,
      publicationId: publicationId ? parseId(publicationId) : null,
      sameAuthorAs: sameAuthorAs ? parseId(sameAuthorAs) : null,
      authorAddress: authorAddress ?? null,
      newestFirst: newestFirst ?? false,
      includePending: true,
    }),
});

builder.objectField(PublicationRef, "commentsOpen", (t) =>
  t.boolean({
    cost: 1,
    description: "Whether this publication takes comments; see also the setting `allowComment`.",
    resolve: ({ id }, _args, { node }) => areOpen(node, id),
  }),
);

const CommentCounts = defineObject<Awaited<ReturnType<typeof countCommentStates>>>("CommentCounts", {
  fields: { pending: "Int!", held: "Int!", published: "Int!", rejected: "Int!" },
});

addQuery("commentCounts", {
  type: CommentCounts,
  access: "manage:comments",
  description: "The number of comments in each state.",
  resolve: (_args, { node }) => countCommentStates(node),
});

addMutation("moderateComment", {
  type: CommentRef,
  access: "manage:comments",
  description: "Publishes or hides a comment.",
  input: (t) => ({ id: t.id({ required: true }), approve: t.boolean({ required: true }) }),
  resolve: ({ id, approve }, { node }) => moderateComment(node, { id: parseId(id), approve }),
});

const ModeratedState = defineEnum("ModeratedCommentState", {
  held: "It waits for the owner again.",
  ...states,
});

addMutation("moderateComments", {
  type: [CommentRef],
  access: "manage:comments",
  cost: 100,
  description: "Moves several comments to a state, all of them or none.",
  input: (t) => ({
    ids: t.idList({ required: true, description: "Up to 100." }),
    state: t.field({ type: ModeratedState, required: true }),
  }),
  resolve: ({ ids, state }, { node }) => moderateComments(node, { ids: ids.map(parseId), state }),
});

addMutation("answerComment", {
  type: CommentRef,
  access: "owner",
  cost: 20,
  description:
    "Publishes the owner's answer on the same publication, and the comment, too, where it waits for the owner.",
  input: (t) => ({
    id: t.id({ required: true }),
    body: t.string({ required: true, description: "Markdown." }),
  }),
  resolve: ({ id, body }, { node }) => answerComment(node, { id: parseId(id), body }),
});

addMutation("openComments", {
  type: "Boolean",
  access: "manage:comments",
  description: "Opens or closes the comments of one publication. Existing comments stay.",
  input: (t) => ({ publicationId: t.id({ required: true }), open: t.boolean({ required: true }) }),
  resolve: async ({ publicationId, open }, { node }) => {
    await openComments(node, { publicationId: parseId(publicationId), open });
    return open;
  },
});
