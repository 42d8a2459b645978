import {
  blockCommenter,
  type CommenterBlockView,
  listBlockedCommenters,
  unblockCommenter,
} from "../domain/comments/block.ts";
import {
  type BlockView,
  blockPeer,
  type EndedFollow,
  listBlocks,
  prepareBlock,
  unblockPeer,
} from "../domain/connections/block.ts";
import { builder, parseId } from "./builder.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";
import { MessageToSignRef, SignedMessageInput, toMessageToSign } from "./signed-message.ts";

const Block = builder.objectRef<BlockView>("Block").implement({
  description: "An address with which the owner wants nothing to do.",
  fields: (t) => ({
    address: t.expose("address", { type: "Address" }),
    title: t.exposeString("title", { nullable: true }),
    url: t.exposeString("url", { nullable: true }),
    reason: t.exposeString("reason", { nullable: true, description: "The owner's own note." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const BlockConnection = defineConnection("Block", Block);

builder.queryField("blocks", (t) =>
  t.field({
    type: BlockConnection,
    access: "manage:connections",
    args: pageArgs(t),
    resolve: (_root, page, { node }) => listBlocks(node, toPageRequest(page)),
  }),
);

builder.queryField("blockToSign", (t) =>
  t.field({
    type: [MessageToSignRef],
    access: "manage:connections",
    description:
      "What the owner may sign with a block, so that the other node hears that the follow is over.",
    args: { address: t.arg({ type: "Address", required: true }) },
    resolve: async (_root, { address }, { node }) => {
      const ends = await prepareBlock(node, address);
      return ends.flatMap(({ meaning, form }) =>
        form === null ? [] : [toMessageToSign("DestroyConnection", meaning, form)],
      );
    },
  }),
);

const Ended = builder.objectRef<EndedFollow>("EndedFollow").implement({
  fields: (t) => ({
    followerAddress: t.expose("followerAddress", { type: "Address" }),
    followeeAddress: t.expose("followeeAddress", { type: "Address" }),
    isTold: t.exposeBoolean("isTold", { description: "Whether the other node is told." }),
  }),
});

const CreateBlockInput = builder.inputType("CreateBlockInput", {
  fields: (t) => ({
    address: t.field({ type: "Address", required: true }),
    reason: t.string(),
    messages: t.field({ type: [SignedMessageInput], description: "What `blockToSign` gave, signed." }),
  }),
});

builder.mutationField("createBlock", (t) =>
  t.field({
    type: [Ended],
    access: "manage:connections",
    description: "Blocks an address, and answers with the follows that ended by it.",
    args: { input: t.arg({ type: CreateBlockInput, required: true }) },
    resolve: async (_root, { input: { address, reason, messages } }, { node }) =>
      (await blockPeer(node, { address, reason: reason ?? null, proofs: messages ?? [] })).ended,
  }),
);

const DestroyBlockInput = builder.inputType("DestroyBlockInput", {
  fields: (t) => ({ address: t.field({ type: "Address", required: true }) }),
});

builder.mutationField("destroyBlock", (t) =>
  t.boolean({
    access: "manage:connections",
    description: "Takes a block back; whether there was one.",
    args: { input: t.arg({ type: DestroyBlockInput, required: true }) },
    resolve: (_root, { input }, { node }) => unblockPeer(node, input.address),
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
