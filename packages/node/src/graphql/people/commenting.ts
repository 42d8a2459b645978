import { confirmComment } from "../../domain/comments/confirm.ts";
import { type CreatedComment, createComment } from "../../domain/comments/create.ts";
import {
  confirmCommentDeletion,
  destroyComment,
  prepareCommentDeletion,
} from "../../domain/comments/delete.ts";
import { parseId } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { CommentAuthType, CommentRef } from "./comments.ts";
import { MessageToSignRef, toMessageToSign } from "./signed-message.ts";

const CreatedCommentRef = defineObject<CreatedComment>("CreatedComment", {
  description: "A comment that is hidden until its author confirms it.",
  fields: {
    comment: CommentRef,
    typedData: ["JSON", "What the wallet signs for `confirmComment`; null for a comment by email."],
  },
});

addMutation("createComment", {
  type: CreatedCommentRef,
  access: "public",
  cost: 200,
  input: (t) => ({
    publicationId: t.id({ required: true }),
    body: t.string({ required: true, description: "Markdown." }),
    authType: t.field({ type: CommentAuthType, required: true }),
    authorName: t.string({ description: "Optional for a wallet." }),
    authorId: t.string({ required: true, description: "An email address or an Ethereum address." }),
  }),
  resolve: ({ publicationId, ...input }, { node, ip, language }) =>
    createComment(node, { ...input, publicationId: parseId(publicationId) }, { ip, language }),
});

addMutation("confirmComment", {
  type: CommentRef,
  access: "public",
  cost: 100,
  input: (t) => ({
    id: t.id({ required: true }),
    tokenOrSignature: t.string({
      required: true,
      description: "The token from the email, or the wallet's signature.",
    }),
  }),
  resolve: ({ id, tokenOrSignature }, { node }) =>
    confirmComment(node, { id: parseId(id), tokenOrSignature }),
});

addQuery("commentDeletionToSign", {
  type: MessageToSignRef,
  access: "public",
  description:
    "The message that a comment's wallet signs for `destroyComment`. The author is not checked here.",
  args: (t) => ({
    id: t.arg.id({ required: true }),
    authorAddress: t.arg({ type: "Address", required: true }),
  }),
  resolve: async ({ id, authorAddress }, { node }) =>
    toMessageToSign("DeleteComment", await prepareCommentDeletion(node, { id: parseId(id), authorAddress })),
});

const Destruction = defineEnum("CommentDestruction", {
  destroyed: "",
  "confirmation-mailed": "If the address is the author's, a link was emailed to it.",
});

addMutation("destroyComment", {
  type: Destruction,
  access: "public",
  cost: 100,
  description: "Deletes a comment: for callers who may manage comments, or for its author with a proof.",
  input: (t) => ({
    id: t.id({ required: true }),
    signature: t.string({ description: "The wallet's signature of `commentDeletionToSign`." }),
    email: t.string({ description: "The email address of the comment's author." }),
  }),
  resolve: ({ id, ...proof }, { node, caller, language }) =>
    destroyComment(node, { ...proof, id: parseId(id), language }, caller),
});

addMutation("confirmCommentDeletion", {
  type: "Boolean",
  access: "public",
  cost: 100,
  input: (t) => ({ id: t.id({ required: true }), token: t.string({ required: true }) }),
  resolve: ({ id, token }, { node }) =>
    confirmCommentDeletion(node, { id: parseId(id), token }).then(() => true),
});
