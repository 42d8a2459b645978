import {
  type BlockView,
  blockPeer,
  type EndedFollow,
  listBlocks,
  prepareBlock,
  unblockPeer,
} from "../domain/connections/block.ts";
import { builder } from "./builder.ts";
import { defineConnection, pageArgs, toPageRequest } from "./connection.ts";
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
