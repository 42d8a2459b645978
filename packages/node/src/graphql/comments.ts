import { areOpen, openComments } from "../domain/comments/commentable.ts";
import { moderateComment, moderateComments } from "../domain/comments/moderate.ts";
import { countCommentStates, listComments } from "../domain/comments/read.ts";
import type { CommentView } from "../domain/comments/view.ts";
import { hasCode } from "../errors/errors.ts";
import { builder, parseId } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { PublicationRef } from "./publications.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";

export const CommentAuthType = builder.enumType("CommentAuthType", {
  description: "How the author of a comment is known.",
  values: { EMAIL: {}, ETHEREUM: {} } as const,
});

const CommentState = builder.enumType("CommentState", {
  values: {
    PENDING: { value: "pending", description: "Its author has not confirmed it." },
    HELD: { value: "held", description: "It waits for the owner." },
    PUBLISHED: { value: "published", description: "Readers see it." },
    REJECTED: { value: "rejected", description: "The owner hid it." },
  } as const,
});

export const CommentRef = builder.objectRef<CommentView>("Comment").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    publicationId: t.exposeID("publicationId"),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      resolve: ({ publicationId }, _args, { loaders }) => loaders.publication.load(publicationId),
    }),
    state: t.expose("state", { type: CommentState }),
    authType: t.expose("authType", { type: CommentAuthType }),
    authorName: t.exposeString("authorName"),
    authorAddress: t.expose("authorAddress", {
      type: "Address",
      nullable: true,
      description: "Of a wallet; a mail address is told to nobody.",
    }),
    body: t.exposeString("body", {
      description: "Markdown, as it was written: whoever shows it makes it safe.",
    }),
    timestamp: t.expose("timestamp", { type: "BigInt", description: "The second that is signed." }),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt).toISOString() }),
  }),
});

const CommentConnection = defineConnection("Comment", CommentRef);

builder.objectField(PublicationRef, "comments", (t) =>
  t.field({
    type: CommentConnection,
    nullable: true,
    description:
      "The comments that readers see, in the order in which they were written; null where there can be none.",
    args: pageArgs(t),
    resolve: async ({ id }, page, { node }) => {
      try {
        const request = { ...toPageRequest(page), publicationId: id, includePending: false };
        return await listComments(node, request);
      } catch (error) {
        // A draft, or somebody else's: one in a list must not take the others with it.
        if (hasCode(error, "NOT_FOUND")) return null;
        throw error;
      }
    },
  }),
);

addQuery("comments", {
  type: CommentConnection,
  access: "manage:comments",
  description: "Comments in every state, for whoever moderates them.",
  args: (t) => ({
    ...pageArgs(t),
    publicationId: t.arg.id({ description: "On this publication alone." }),
    states: t.arg({ type: [CommentState], description: "In these states alone." }),
    sameAuthorAs: t.arg.id({ description: "By the author of this comment alone." }),
    newestFirst: t.arg.boolean({ description: "Instead of the order in which they were written." }),
  }),
  resolve: ({ publicationId, states, sameAuthorAs, newestFirst, ...page }, { node }) =>
    listComments(node, {
      ...toPageRequest(page),
      publicationId: publicationId ? parseId(publicationId) : null,
      sameAuthorAs: sameAuthorAs ? parseId(sameAuthorAs) : null,
      states: states ?? null,
      newestFirst: newestFirst ?? false,
      includePending: true,
    }),
});

builder.objectField(PublicationRef, "commentsOpen", (t) =>
  t.boolean({
    cost: 1,
    description: "Whether it takes comments, as far as it is up to this one; see `allowComment`.",
    resolve: ({ id }, _args, { node }) => areOpen(node, id),
  }),
);

type StateCounts = Awaited<ReturnType<typeof countCommentStates>>;
const CommentCounts = builder.objectRef<StateCounts>("CommentCounts").implement({
  fields: (t) => ({
    pending: t.exposeInt("pending"),
    held: t.exposeInt("held"),
    published: t.exposeInt("published"),
    rejected: t.exposeInt("rejected"),
  }),
});

addQuery("commentCounts", {
  type: CommentCounts,
  access: "manage:comments",
  description: "How many comments there are in each state.",
  resolve: (_args, { node }) => countCommentStates(node),
});

addMutation("moderateComment", {
  type: CommentRef,
  access: "manage:comments",
  description: "Lets readers see a comment, or hides it.",
  input: (t) => ({ id: t.id({ required: true }), approve: t.boolean({ required: true }) }),
  resolve: ({ id, approve }, { node }) => moderateComment(node, { id: parseId(id), approve }),
});

const ModeratedState = builder.enumType("ModeratedCommentState", {
  values: {
    HELD: { value: "held", description: "It waits for the owner again." },
    PUBLISHED: { value: "published", description: "Readers see it." },
    REJECTED: { value: "rejected", description: "The owner hid it." },
  } as const,
});

addMutation("moderateComments", {
  type: [CommentRef],
  access: "manage:comments",
  cost: 100,
  description: "Moves many comments at once, all of them or none.",
  input: (t) => ({
    ids: t.idList({ required: true, description: "Up to 100." }),
    state: t.field({ type: ModeratedState, required: true }),
  }),
  resolve: ({ ids, state }, { node }) => moderateComments(node, { ids: ids.map((id) => parseId(id)), state }),
});

addMutation("openComments", {
  type: "Boolean",
  access: "manage:comments",
  description: "Lets one publication take comments, or not; those that are there stay.",
  input: (t) => ({ publicationId: t.id({ required: true }), open: t.boolean({ required: true }) }),
  resolve: async ({ publicationId, open }, { node }) => {
    await openComments(node, { publicationId: parseId(publicationId), open });
    return open;
  },
});
