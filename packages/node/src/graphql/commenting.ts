import { confirmComment } from "../domain/comments/confirm.ts";
import { type CreatedComment, createComment } from "../domain/comments/create.ts";
import { confirmCommentDeletion, destroyComment, prepareCommentDeletion } from "../domain/comments/delete.ts";
import { builder, parseId } from "./builder.ts";
import { CommentAuthType, CommentRef } from "./comments.ts";
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
