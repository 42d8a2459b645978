import { confirmComment } from "../domain/comments/confirm.ts";
import { type CreatedComment, createComment } from "../domain/comments/create.ts";
import { confirmCommentDeletion, destroyComment, prepareCommentDeletion } from "../domain/comments/delete.ts";
import { builder, parseId } from "./builder.ts";
import { CommentAuthType, CommentRef } from "./comments.ts";
import { addMutation, addQuery } from "./operations.ts";
import { MessageToSignRef, toMessageToSign } from "./signed-message.ts";

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

addMutation("createComment", {
  type: CreatedCommentRef,
  access: "public",
  cost: 200,
  input: (t) => ({
    publicationId: t.id({ required: true }),
    body: t.string({ required: true, description: "Markdown." }),
    authType: t.field({ type: CommentAuthType, required: true }),
    authorName: t.string({ description: "May be missing for a wallet." }),
    authorId: t.string({ required: true, description: "A mail address, or an Ethereum address." }),
  }),
  resolve: ({ publicationId, ...words }, { node, ip, language }) =>
    createComment(node, { ...words, publicationId: parseId(publicationId) }, { ip, language }),
});

addMutation("confirmComment", {
  type: CommentRef,
  access: "public",
  cost: 100,
  input: (t) => ({
    id: t.id({ required: true }),
    tokenOrSignature: t.string({
      required: true,
      description: "What was mailed, or what the wallet signed.",
    }),
  }),
  resolve: ({ id, tokenOrSignature }, { node }) =>
    confirmComment(node, { id: parseId(id), tokenOrSignature }),
});

addQuery("commentDeletionToSign", {
  type: MessageToSignRef,
  access: "public",
  description:
    "What the wallet that wrote a comment signs for `destroyComment`. Whose it is, is not looked at here.",
  args: (t) => ({
    id: t.arg.id({ required: true }),
    authorAddress: t.arg({ type: "Address", required: true }),
  }),
  resolve: async ({ id, authorAddress }, { node }) =>
    toMessageToSign("DeleteComment", await prepareCommentDeletion(node, { id: parseId(id), authorAddress })),
});

const Destruction = builder.enumType("CommentDestruction", {
  values: {
    DESTROYED: { value: "destroyed" },
    CONFIRMATION_MAILED: {
      value: "confirmation-mailed",
      description: "If the address is its author's, a link was mailed to it.",
    },
  } as const,
});

addMutation("destroyComment", {
  type: Destruction,
  access: "public",
  cost: 100,
  description: "Deletes a comment: for whoever may manage comments, or for its author with a proof.",
  input: (t) => ({
    id: t.id({ required: true }),
    signature: t.string({ description: "What the wallet that wrote it made of `commentDeletionToSign`." }),
    email: t.string({ description: "The address with which it was written." }),
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
