import {
  blockCommenter,
  type CommenterBlockView,
  listBlockedCommenters,
  unblockCommenter,
} from "../domain/comments/block-commenter.ts";
import type { CommentView } from "../domain/comments/comment-view.ts";
import { confirmComment } from "../domain/comments/confirm-comment.ts";
import { confirmCommentDeletion } from "../domain/comments/confirm-comment-deletion.ts";
import { type CreatedComment, createComment } from "../domain/comments/create-comment.ts";
import { destroyComment } from "../domain/comments/destroy-comment.ts";
import { countCommentStates, listComments } from "../domain/comments/list-comments.ts";
import { moderateComment, moderateComments } from "../domain/comments/moderate-comment.ts";
import { areOpen, openComments } from "../domain/comments/open-comments.ts";
import { prepareCommentDeletion } from "../domain/comments/prepare-comment-deletion.ts";
import { DomainError } from "../domain/domain-error.ts";
import { builder } from "./builder.ts";
import { defineConnection, pageArgs, toPageRequest } from "./connection.ts";
import { parseId } from "./parse-id.ts";
import { PublicationRef } from "./publication.ts";
import { MessageToSignRef, toMessageToSign } from "./signed-message.ts";

const CommentAuthType = builder.enumType("CommentAuthType", {
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

const CommentRef = builder.objectRef<CommentView>("Comment").implement({
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
        if (error instanceof DomainError && error.code === "NOT_FOUND") return null;
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

const CreatedCommentRef = builder.objectRef<CreatedComment>("CreatedComment").implement({
  description: "A comment that nobody sees until its author has confirmed it.",
  fields: (t) => ({
    comment: t.expose("comment", { type: CommentRef }),
    typedData: t.expose("typedData", {
      type: "JSON",
      nullable: true,
      description: "What the wallet signs for `confirmComment`; null for a comment by mail.",
    }),
  }),
});

const CreateCommentInput = builder.inputType("CreateCommentInput", {
  fields: (t) => ({
    publicationId: t.id({ required: true }),
    body: t.string({ required: true, description: "Markdown." }),
    authType: t.field({ type: CommentAuthType, required: true }),
    authorName: t.string({ description: "May be missing for a wallet." }),
    authorId: t.string({ required: true, description: "A mail address, or an Ethereum address." }),
  }),
});

builder.mutationField("createComment", (t) =>
  t.field({
    type: CreatedCommentRef,
    access: "public",
    cost: 200,
    args: { input: t.arg({ type: CreateCommentInput, required: true }) },
    resolve: (_root, { input: { publicationId, ...words } }, { node, ip, language }) =>
      createComment(node, { ...words, publicationId: parseId(publicationId) }, { ip, language }),
  }),
);

const ConfirmCommentInput = builder.inputType("ConfirmCommentInput", {
  fields: (t) => ({
    id: t.id({ required: true }),
    tokenOrSignature: t.string({
      required: true,
      description: "What was mailed, or what the wallet signed.",
    }),
  }),
});

builder.mutationField("confirmComment", (t) =>
  t.field({
    type: CommentRef,
    access: "public",
    cost: 100,
    args: { input: t.arg({ type: ConfirmCommentInput, required: true }) },
    resolve: (_root, { input: { id, tokenOrSignature } }, { node }) =>
      confirmComment(node, { id: parseId(id), tokenOrSignature }),
  }),
);

builder.queryField("commentDeletionToSign", (t) =>
  t.field({
    type: MessageToSignRef,
    access: "public",
    description:
      "What the wallet that wrote a comment signs for `destroyComment`. Whose it is, is not looked at here.",
    args: { id: t.arg.id({ required: true }), authorAddress: t.arg({ type: "Address", required: true }) },
    resolve: async (_root, { id, authorAddress }, { node }) =>
      toMessageToSign(
        "DeleteComment",
        await prepareCommentDeletion(node, { id: parseId(id), authorAddress }),
      ),
  }),
);

const Destruction = builder.enumType("CommentDestruction", {
  values: {
    DESTROYED: { value: "destroyed" },
    CONFIRMATION_MAILED: {
      value: "confirmation-mailed",
      description: "If the address is its author's, a link was mailed to it.",
    },
  } as const,
});

const DestroyCommentInput = builder.inputType("DestroyCommentInput", {
  fields: (t) => ({
    id: t.id({ required: true }),
    signature: t.string({ description: "What the wallet that wrote it made of `commentDeletionToSign`." }),
    email: t.string({ description: "The address with which it was written." }),
  }),
});

builder.mutationField("destroyComment", (t) =>
  t.field({
    type: Destruction,
    access: "public",
    cost: 100,
    description: "Deletes a comment: for whoever may manage comments, or for its author with a proof.",
    args: { input: t.arg({ type: DestroyCommentInput, required: true }) },
    resolve: (_root, { input: { id, ...proof } }, { node, caller, language }) =>
      destroyComment(node, { ...proof, id: parseId(id), language }, caller),
  }),
);

const ConfirmDeletionInput = builder.inputType("ConfirmCommentDeletionInput", {
  fields: (t) => ({ id: t.id({ required: true }), token: t.string({ required: true }) }),
});

builder.mutationField("confirmCommentDeletion", (t) =>
  t.boolean({
    access: "public",
    cost: 100,
    args: { input: t.arg({ type: ConfirmDeletionInput, required: true }) },
    resolve: async (_root, { input: { id, token } }, { node }) => {
      await confirmCommentDeletion(node, { id: parseId(id), token });
      return true;
    },
  }),
);

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

const CommenterBlock = builder.objectRef<CommenterBlockView>("CommenterBlock").implement({
  description: "An author by mail whose comments are not taken; the mail address is told to nobody.",
  fields: (t) => ({
    id: t.exposeID("id"),
    authorName: t.exposeString("authorName", {
      description: "As it stood on the comment that they were blocked by.",
    }),
    reason: t.exposeString("reason", { nullable: true, description: "The owner's own note." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const CommenterBlockConnection = defineConnection("CommenterBlock", CommenterBlock);

builder.queryField("commenterBlocks", (t) =>
  t.field({
    type: CommenterBlockConnection,
    access: "manage:comments",
    args: pageArgs(t),
    resolve: (_root, page, { node }) => listBlockedCommenters(node, toPageRequest(page)),
  }),
);

const CreateCommenterBlockInput = builder.inputType("CreateCommenterBlockInput", {
  fields: (t) => ({
    commentId: t.id({ required: true, description: "A comment of theirs." }),
    reason: t.string(),
  }),
});

builder.mutationField("createCommenterBlock", (t) =>
  t.id({
    access: "manage:comments",
    description:
      "Takes no more comments of the author by mail of this one; one by wallet is blocked by address.",
    args: { input: t.arg({ type: CreateCommenterBlockInput, required: true }) },
    resolve: (_root, { input: { commentId, reason } }, { node }) =>
      blockCommenter(node, { commentId: parseId(commentId), reason: reason ?? null }),
  }),
);

const DestroyCommenterBlockInput = builder.inputType("DestroyCommenterBlockInput", {
  fields: (t) => ({ id: t.id({ required: true }) }),
});

builder.mutationField("destroyCommenterBlock", (t) =>
  t.boolean({
    access: "manage:comments",
    description: "Takes their comments again; says whether they were blocked.",
    args: { input: t.arg({ type: DestroyCommenterBlockInput, required: true }) },
    resolve: (_root, { input: { id } }, { node }) => unblockCommenter(node, parseId(id)),
  }),
);
