import { countCommentStates, listComments } from "../domain/comments/list-comments.ts";
import { areOpen } from "../domain/comments/open-comments.ts";
import { hasCode } from "../errors.ts";
import { builder } from "./builder.ts";
import { CommentRef, CommentState } from "./comment.ts";
import { defineConnection, pageArgs, toPageRequest } from "./connection.ts";
import { parseId } from "./parse-id.ts";
import { PublicationRef } from "./publication.ts";

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

builder.queryField("comments", (t) =>
  t.field({
    type: CommentConnection,
    access: "manage:comments",
    description: "Comments in every state, for whoever moderates them.",
    args: {
      ...pageArgs(t),
      publicationId: t.arg.id({ description: "On this publication alone." }),
      states: t.arg({ type: [CommentState], description: "In these states alone." }),
      sameAuthorAs: t.arg.id({ description: "By the author of this comment alone." }),
      newestFirst: t.arg.boolean({ description: "Instead of the order in which they were written." }),
    },
    resolve: (_root, { publicationId, states, sameAuthorAs, newestFirst, ...page }, { node }) =>
      listComments(node, {
        ...toPageRequest(page),
        publicationId: publicationId ? parseId(publicationId) : null,
        sameAuthorAs: sameAuthorAs ? parseId(sameAuthorAs) : null,
        states: states ?? null,
        newestFirst: newestFirst ?? false,
        includePending: true,
      }),
  }),
);

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

builder.queryField("commentCounts", (t) =>
  t.field({
    type: CommentCounts,
    access: "manage:comments",
    description: "How many comments there are in each state.",
    resolve: (_root, _args, { node }) => countCommentStates(node),
  }),
);
