import { moderateComment, moderateComments } from "../domain/comments/moderate-comment.ts";
import { openComments } from "../domain/comments/open-comments.ts";
import { builder } from "./builder.ts";
import { CommentRef } from "./comment.ts";
import { parseId } from "./parse-id.ts";

const ModerateCommentInput = builder.inputType("ModerateCommentInput", {
  fields: (t) => ({ id: t.id({ required: true }), approve: t.boolean({ required: true }) }),
});

builder.mutationField("moderateComment", (t) =>
  t.field({
    type: CommentRef,
    access: "manage:comments",
    description: "Lets readers see a comment, or hides it.",
    args: { input: t.arg({ type: ModerateCommentInput, required: true }) },
    resolve: (_root, { input: { id, approve } }, { node }) =>
      moderateComment(node, { id: parseId(id), approve }),
  }),
);

const ModeratedState = builder.enumType("ModeratedCommentState", {
  values: {
    HELD: { value: "held", description: "It waits for the owner again." },
    PUBLISHED: { value: "published", description: "Readers see it." },
    REJECTED: { value: "rejected", description: "The owner hid it." },
  } as const,
});

const ModerateCommentsInput = builder.inputType("ModerateCommentsInput", {
  fields: (t) => ({
    ids: t.idList({ required: true, description: "Up to 100." }),
    state: t.field({ type: ModeratedState, required: true }),
  }),
});

builder.mutationField("moderateComments", (t) =>
  t.field({
    type: [CommentRef],
    access: "manage:comments",
    cost: 100,
    description: "Moves many comments at once, all of them or none.",
    args: { input: t.arg({ type: ModerateCommentsInput, required: true }) },
    resolve: (_root, { input: { ids, state } }, { node }) =>
      moderateComments(node, { ids: ids.map((id) => parseId(id)), state }),
  }),
);

const OpenCommentsInput = builder.inputType("OpenCommentsInput", {
  fields: (t) => ({ publicationId: t.id({ required: true }), open: t.boolean({ required: true }) }),
});

builder.mutationField("openComments", (t) =>
  t.boolean({
    access: "manage:comments",
    description: "Lets one publication take comments, or not; those that are there stay.",
    args: { input: t.arg({ type: OpenCommentsInput, required: true }) },
    resolve: async (_root, { input: { publicationId, open } }, { node }) => {
      await openComments(node, { publicationId: parseId(publicationId), open });
      return open;
    },
  }),
);
