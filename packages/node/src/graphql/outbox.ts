import { type OutboxView, readOutboxPage, retryOutboxEntry } from "../domain/outbox.ts";
import { type Delivery, readDelivery, retryDelivery } from "../domain/publications/deliveries.ts";
import { requireSeen } from "../domain/publications/visible.ts";
import { parseId } from "./builder.ts";
import { defineEnum, defineObject } from "./define-types.ts";
import { addMutation, addQuery } from "./operations.ts";
import { PublicationRef } from "./publications.ts";
import { defineConnection, pageArgs } from "./relay-connection.ts";

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

const FollowerDelivery = defineObject<OutboxView>("FollowerDelivery", {
  description: "The delivery of a publication to one follower.",
  fields: {
    ...delivery,
    id: ["ID!", "The id of the outbox entry."],
  },
  computed: (t) => ({
    peerTitle: t.exposeString("peer", { nullable: true }),
    reason: t.exposeString("lastError", { nullable: true, description: "Why it waits, or why it ended so." }),
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
    state: t.arg({ type: DeliveryState, description: "Only in this state; the counts are of all states." }),
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

addMutation("retryOutboxEntry", {
  type: "Boolean",
  access: "manage:connections",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => retryOutboxEntry(node, parseId(input.id)).then(() => true),
});
