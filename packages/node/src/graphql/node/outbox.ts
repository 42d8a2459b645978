import { type OutboxView, readOutboxPage, retryOutboxEntry } from "../../domain/outbox.ts";
import { type Delivery, readDelivery, retryDelivery } from "../../domain/publications/delivery/deliveries.ts";
import { type CheckedReceipt, checkReceipts } from "../../domain/publications/delivery/receipts.ts";
import { requireSeen } from "../../domain/publications/visible.ts";
import { parseId } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { PublicationRef } from "../publications/publications.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";

const DeliveryState = defineEnum("DeliveryState", {
  pending: "It waits.",
  done: "It was delivered.",
  refused: "It was refused for good.",
  expired: "The node stopped trying.",
});

const OutboxKind = defineEnum("OutboxKind", [
  "publication",
  "connection.create",
  "connection.destroy",
  "profile.update",
]);

const delivery = {
  id: "ID!",
  peerAddress: "Address!",
  peerUrl: "String",
  state: DeliveryState,
  attempts: "Int!",
  nextTryAt: "DateTime",
  createdAt: "DateTime!",
  finishedAt: "DateTime",
} as const;

const OutboxEntry = defineObject<OutboxView>("OutboxEntry", {
  description: "A message for another node.",
  fields: {
    ...delivery,
    kind: OutboxKind,
    subject: ["String!", "The id of the publication, or the key of the other message."],
    expiresAt: "DateTime!",
    lastError: "String",
  },
  computed: (t) => ({
    peerTitle: t.exposeString("peer", { nullable: true }),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      description: "For kind PUBLICATION; null where it was deleted.",
      resolve: ({ kind, subject }, _args, { loaders }) =>
        kind === "publication" ? loaders.publication.load(Number(subject)) : null,
    }),
  }),
});

addQuery("outbox", {
  type: defineConnection("Outbox", OutboxEntry),
  access: "manage:connections",
  description: "The messages for other nodes, newest first.",
  args: (t) => ({
    ...pageArgs(t),
    state: t.arg({ type: DeliveryState }),
    oldestFirst: t.arg.boolean({ description: "Oldest first instead of newest first." }),
  }),
  resolve: ({ state, oldestFirst, ...page }, { node }) =>
    readOutboxPage(node, { ...page, ...(state && { state }), oldestFirst: oldestFirst ?? false }),
});

const DeliveryAnswer = defineEnum("DeliveryAnswer", {
  accepted: "It accepted the proof and fetches the content.",
  has: "It says that it has the publication.",
});

const FollowerDelivery = defineObject<OutboxView>("FollowerDelivery", {
  description: "The delivery of a publication to one follower.",
  fields: {
    ...delivery,
    id: ["ID!", "The id of the outbox entry."],
    answeredAt: "DateTime",
  },
  computed: (t) => ({
    peerTitle: t.exposeString("peer", { nullable: true }),
    reason: t.exposeString("lastError", { nullable: true, description: "The reason why it waits or ended." }),
    answer: t.expose("answer", {
      type: DeliveryAnswer,
      nullable: true,
      description:
        "What it last answered to the proof; null where it was not told, or its answer was not recorded.",
    }),
  }),
});

const FollowerDeliveryConnection = defineConnection("FollowerDelivery", FollowerDelivery);

const PublicationDelivery = defineObject<Delivery>("PublicationDelivery", {
  description: "The followers that have a publication, and those that wait for it.",
  computed: (t) => ({
    pending: t.int({ resolve: ({ counts }) => counts.pending }),
    done: t.int({ resolve: ({ counts }) => counts.done }),
    refused: t.int({ resolve: ({ counts }) => counts.refused }),
    expired: t.int({ resolve: ({ counts }) => counts.expired }),
    followers: t.expose("page", { type: FollowerDeliveryConnection }),
  }),
});

addQuery("publicationDelivery", {
  type: PublicationDelivery,
  access: "manage:connections",
  args: (t) => ({
    ...pageArgs(t),
    id: t.arg.id({ required: true }),
    state: t.arg({ type: DeliveryState, description: "Only in this state; the counts cover all states." }),
  }),
  resolve: async ({ id, state, ...page }, { node, caller }) => {
    await requireSeen(node, parseId(id), caller);
    return readDelivery(node, parseId(id), { ...page, ...(state && { state }) });
  },
});

addMutation("retryPublicationDelivery", {
  type: "Int",
  access: "manage:connections",
  description: "Retries all unfinished deliveries of a publication now. Returns how many.",
  input: (t) => ({
    id: t.id({ required: true }),
    peerAddress: t.field({ type: "Address", description: "Only to this follower." }),
  }),
  resolve: async ({ id, peerAddress }, { node, caller }) => {
    await requireSeen(node, parseId(id), caller);
    return retryDelivery(node, parseId(id), peerAddress ? { peer: peerAddress } : {});
  },
});

const CheckedReceiptRef = defineObject<CheckedReceipt>("CheckedReceipt", {
  description: "A follower's answer when it was asked for a publication.",
  fields: {
    peerAddress: "Address!",
    answer: defineEnum("ReceiptAnswer", {
      has: "It says that it has the publication.",
      accepted: "It accepted the proof again and fetches the content.",
      denied: "It says that it does not follow.",
      silent: "It could not be reached, or answered something else.",
    }),
  },
});

addMutation("checkReceipts", {
  type: [CheckedReceiptRef],
  access: "manage:connections",
  cost: 500,
  description:
    "Asks followers who were told of a publication whether they have it, by sending the proof again: up to fifty, those who have not said so first.",
  input: (t) => ({
    id: t.id({ required: true }),
    peerAddress: t.field({ type: "Address", description: "Only this follower." }),
  }),
  resolve: async ({ id, peerAddress }, { node, caller }) => {
    await requireSeen(node, parseId(id), caller);
    return checkReceipts(node, parseId(id), peerAddress ? { peer: peerAddress } : {});
  },
});

addMutation("retryOutboxEntry", {
  type: "Boolean",
  access: "manage:connections",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => retryOutboxEntry(node, parseId(input.id)).then(() => true),
});
