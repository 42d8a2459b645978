import {
  blockCommenter,
  type CommenterBlockView,
  listBlockedCommenters,
  unblockCommenter,
} from "../../domain/comments/block.ts";
import {
  type BlockView,
  blockPeer,
  type EndedFollow,
  listBlocks,
  prepareBlock,
  unblockPeer,
} from "../../domain/connections/block.ts";
import { parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";
import { MessageToSignRef, SignedMessageInput, toMessageToSign } from "./signed-message.ts";

const Block = defineObject<BlockView>("Block", {
  description: "An address that the owner has blocked.",
  fields: {
    address: "Address!",
    title: "String",
    url: "String",
    reason: ["String", "The owner's own note."],
    createdAt: "DateTime!",
  },
});

addQuery("blocks", {
  type: defineConnection("Block", Block),
  access: "manage:connections",
  args: pageArgs,
  resolve: (page, { node }) => listBlocks(node, page),
});

addQuery("blockToSign", {
  type: [MessageToSignRef],
  access: "manage:connections",
  description:
    "The messages that the owner may sign with a block, so that the other node learns that the follow ended.",
  args: (t) => ({ address: t.arg({ type: "Address", required: true }) }),
  resolve: async ({ address }, { node }) => {
    const ends = await prepareBlock(node, address);
    return ends.map(({ meaning, form }) => toMessageToSign("DestroyConnection", meaning, form));
  },
});

const Ended = defineObject<EndedFollow>("EndedFollow", {
  fields: {
    followerAddress: "Address!",
    followeeAddress: "Address!",
    isNotified: ["Boolean!", "Whether this node notifies the other node."],
  },
});

addMutation("createBlock", {
  type: [Ended],
  access: "manage:connections",
  description: "Blocks an address. Returns the follows that ended.",
  input: (t) => ({
    address: t.field({ type: "Address", required: true }),
    reason: t.string(),
    messages: t.field({ type: [SignedMessageInput], description: "The signed messages from `blockToSign`." }),
  }),
  resolve: ({ address, reason, messages }, { node }) =>
    blockPeer(node, { address, reason: reason ?? null, proofs: messages ?? [] }),
});

addMutation("destroyBlock", {
  type: "Boolean",
  access: "manage:connections",
  description: "Unblocks an address. Returns whether it was blocked.",
  input: (t) => ({ address: t.field({ type: "Address", required: true }) }),
  resolve: (input, { node }) => unblockPeer(node, input.address),
});

const CommenterBlock = defineObject<CommenterBlockView>("CommenterBlock", {
  description:
    "A blocked author of comments by email or of mentions, or a blocked site. Email addresses are never shown.",
  fields: {
    id: "ID!",
    authorName: [
      "String!",
      "The name on the comment that the author was blocked for; the host of a whole site.",
    ],
    site: ["String", "The host whose mentions are refused. Null for an author by email."],
    authorUrl: [
      "String",
      "Only mentions of the author with this address are refused, as the site names them. Null: all of the site.",
    ],
    reason: ["String", "The owner's own note."],
    createdAt: "DateTime!",
  },
});

addQuery("commenterBlocks", {
  type: defineConnection("CommenterBlock", CommenterBlock),
  access: "manage:comments",
  args: pageArgs,
  resolve: (page, { node }) => listBlockedCommenters(node, page),
});

addMutation("createCommenterBlock", {
  type: "ID",
  access: "manage:comments",
  description:
    "Blocks the author of a comment by email or of a mention from commenting. Authors with a wallet are blocked by address.",
  input: (t) => ({
    commentId: t.id({ required: true, description: "A comment of this author." }),
    wholeSite: t.boolean({
      description:
        "For a mention: refuse its whole site, regardless of the author. Always so if it names no author elsewhere.",
    }),
    reason: t.string(),
  }),
  resolve: ({ commentId, wholeSite, reason }, { node }) =>
    blockCommenter(node, {
      commentId: parseId(commentId),
      wholeSite: wholeSite ?? false,
      reason: reason ?? null,
    }),
});

addMutation("destroyCommenterBlock", {
  type: "Boolean",
  access: "manage:comments",
  description: "Unblocks an author. Returns whether the author was blocked.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => unblockCommenter(node, parseId(id)),
});
