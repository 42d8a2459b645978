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
import { addMutation, addQuery } from "./operations.ts";
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

addQuery("blocks", {
  type: BlockConnection,
  access: "manage:connections",
  args: pageArgs,
  resolve: (page, { node }) => listBlocks(node, toPageRequest(page)),
});

addQuery("blockToSign", {
  type: [MessageToSignRef],
  access: "manage:connections",
  description: "What the owner may sign with a block, so that the other node hears that the follow is over.",
  args: (t) => ({ address: t.arg({ type: "Address", required: true }) }),
  resolve: async ({ address }, { node }) => {
    const ends = await prepareBlock(node, address);
    return ends.flatMap(({ meaning, form }) =>
      form === null ? [] : [toMessageToSign("DestroyConnection", meaning, form)],
    );
  },
});

const Ended = builder.objectRef<EndedFollow>("EndedFollow").implement({
  fields: (t) => ({
    followerAddress: t.expose("followerAddress", { type: "Address" }),
    followeeAddress: t.expose("followeeAddress", { type: "Address" }),
    isNotified: t.exposeBoolean("isNotified", { description: "Whether the other node is told." }),
  }),
});

addMutation("createBlock", {
  type: [Ended],
  access: "manage:connections",
  description: "Blocks an address, and answers with the follows that ended by it.",
  input: (t) => ({
    address: t.field({ type: "Address", required: true }),
    reason: t.string(),
    messages: t.field({ type: [SignedMessageInput], description: "What `blockToSign` gave, signed." }),
  }),
  resolve: async ({ address, reason, messages }, { node }) =>
    (await blockPeer(node, { address, reason: reason ?? null, proofs: messages ?? [] })).ended,
});

addMutation("destroyBlock", {
  type: "Boolean",
  access: "manage:connections",
  description: "Takes a block back; whether there was one.",
  input: (t) => ({ address: t.field({ type: "Address", required: true }) }),
  resolve: (input, { node }) => unblockPeer(node, input.address),
});

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

addQuery("commenterBlocks", {
  type: CommenterBlockConnection,
  access: "manage:comments",
  args: pageArgs,
  resolve: (page, { node }) => listBlockedCommenters(node, toPageRequest(page)),
});

addMutation("createCommenterBlock", {
  type: "ID",
  access: "manage:comments",
  description:
    "Takes no more comments of the author by mail of this one; one by wallet is blocked by address.",
  input: (t) => ({
    commentId: t.id({ required: true, description: "A comment of theirs." }),
    reason: t.string(),
  }),
  resolve: ({ commentId, reason }, { node }) =>
    blockCommenter(node, { commentId: parseId(commentId), reason: reason ?? null }),
});

addMutation("destroyCommenterBlock", {
  type: "Boolean",
  access: "manage:comments",
  description: "Takes their comments again; says whether they were blocked.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => unblockCommenter(node, parseId(id)),
});
