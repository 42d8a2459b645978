import { type OutboxView, readOutboxPage, retryOutboxEntry } from "../domain/outbox.ts";
import { type Delivery, readDelivery, retryDelivery } from "../domain/publications/deliveries.ts";
import { requireSeen } from "../domain/publications/visible.ts";
import { builder, parseId } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { PublicationRef } from "./publications.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";

const DeliveryState = builder.enumType("DeliveryState", {
  values: {
    PENDING: { value: "pending", description: "It waits." },
    DONE: { value: "done", description: "It was delivered." },
    REFUSED: { value: "refused", description: "It was refused for good." },
    EXPIRED: { value: "expired", description: "It was given up." },
  } as const,
});

const OutboxKind = builder.enumType("OutboxKind", {
  values: {
    PUBLICATION: { value: "publication" },
    CONNECTION_CREATE: { value: "connection.create" },
    CONNECTION_DESTROY: { value: "connection.destroy" },
    PROFILE_UPDATE: { value: "profile.update" },
  } as const,
});

const OutboxEntry = builder.objectRef<OutboxView>("OutboxEntry").implement({
  description: "Something that another node is to be told.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: OutboxKind }),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      description: "Of a PUBLICATION; null where it is not there any more.",
      resolve: ({ kind, subject }, _args, { loaders }) =>
        kind === "publication" ? loaders.publication.load(Number(subject)) : null,
    }),
    subject: t.exposeString("subject", { description: "The publication's id, or what names the deed." }),
    peerAddress: t.expose("peerAddress", { type: "Address" }),
    peerTitle: t.exposeString("peer", { nullable: true }),
    peerUrl: t.exposeString("peerUrl", { nullable: true }),
    state: t.expose("state", { type: DeliveryState }),
    attempts: t.exposeInt("attempts"),
    nextTryAt: t.expose("nextTryAt", { type: "DateTime", nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    finishedAt: t.expose("finishedAt", { type: "DateTime", nullable: true }),
    lastError: t.exposeString("lastError", { nullable: true }),
  }),
});

const OutboxConnection = defineConnection("Outbox", OutboxEntry);

addQuery("outbox", {
  type: OutboxConnection,
  access: "manage:connections",
  description: "What other nodes are to be told, the newest first.",
  args: (t) => ({
    ...pageArgs(t),
    state: t.arg({ type: DeliveryState }),
    oldestFirst: t.arg.boolean({ description: "The other way round." }),
  }),
  resolve: ({ state, oldestFirst, ...page }, { node }) =>
    readOutboxPage(node, {
      ...toPageRequest(page),
      ...(state && { state }),
      oldestFirst: oldestFirst ?? false,
    }),
});

const FollowerDelivery = builder.objectRef<OutboxView>("FollowerDelivery").implement({
  description: "How one follower came to a publication, or not yet.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "Of the outbox." }),
    peerAddress: t.expose("peerAddress", { type: "Address" }),
    peerTitle: t.exposeString("peer", { nullable: true }),
    peerUrl: t.exposeString("peerUrl", { nullable: true }),
    state: t.expose("state", { type: DeliveryState }),
    attempts: t.exposeInt("attempts"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    nextTryAt: t.expose("nextTryAt", { type: "DateTime", nullable: true }),
    finishedAt: t.expose("finishedAt", { type: "DateTime", nullable: true }),
    reason: t.exposeString("lastError", {
      nullable: true,
      description: "Why it waits, or why it ended so.",
    }),
  }),
});

const FollowerDeliveryConnection = defineConnection("FollowerDelivery", FollowerDelivery);

const PublicationDelivery = builder.objectRef<Delivery>("PublicationDelivery").implement({
  description: "Who has a publication, who waits for it and why.",
  fields: (t) => ({
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
    state: t.arg({ type: DeliveryState, description: "Those in this state alone; the counts are of all." }),
  }),
  resolve: async ({ id, state, ...page }, { node, caller }) => {
    await requireSeen(node, parseId(id), caller);
    return readDelivery(node, parseId(id), { ...toPageRequest(page), ...(state && { state }) });
  },
});

addMutation("retryPublicationDelivery", {
  type: "Int",
  access: "manage:connections",
  description: "Tries again now to bring a publication to those who don't have it; to how many.",
  input: (t) => ({
    id: t.id({ required: true }),
    peerAddress: t.field({ type: "Address", description: "To this follower alone." }),
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
