import type { FollowStatus } from "../domain/connections/follow.ts";
import { type PreparedFollow, prepareFollow, submitFollow } from "../domain/connections/follow.ts";
import {
  type ConnectionCounts,
  type ConnectionView,
  countConnections,
  readConnectionsPage,
} from "../domain/connections/peers.ts";
import { type EndStatus, endConnection, prepareEnd } from "../domain/connections/unfollow.ts";
import {
  acceptVisitorFollow,
  type FollowerNode as FollowerNodeFields,
  prepareVisitorFollow,
} from "../domain/connections/visitor-follow.ts";
import { countPeerPublications, readPeerPicture } from "../domain/profile/peer-picture.ts";
import { networkOf } from "../limiter/network.ts";
import { builder } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";
import { MessageForm, MessageToSignRef, SignedMessageInput, toMessageToSign } from "./signed-message.ts";

const ConnectionHealth = builder.enumType("ConnectionHealth", {
  values: { HEALTHY: { value: "healthy" }, FAILING: { value: "failing" } } as const,
});

const ConnectedNode = builder.objectRef<ConnectionView>("ConnectedNode").implement({
  description: "A node that follows this one or is followed, and how the way to it is.",
  fields: (t) => ({
    address: t.expose("address", { type: "Address" }),
    url: t.exposeString("url"),
    title: t.exposeString("title"),
    description: t.exposeString("description", { nullable: true }),
    picture: t.exposeString("picture", {
      nullable: true,
      description: "Path of its picture on this node; null where one is made from the address.",
    }),
    form: t.expose("form", { type: MessageForm, nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    health: t.expose("state", { type: ConnectionHealth }),
    failures: t.exposeInt("failures", { description: "Failures of our calls in a row." }),
    failingSince: t.expose("failingSince", { type: "DateTime", nullable: true }),
    nextTryAt: t.expose("nextTryAt", { type: "DateTime", nullable: true }),
    lastSuccessAt: t.expose("lastSuccessAt", { type: "DateTime", nullable: true }),
    lastError: t.exposeString("lastError", { nullable: true }),
    heardAt: t.expose("heardAt", { type: "DateTime", nullable: true }),
    caughtUpAt: t.expose("caughtUpAt", {
      type: "DateTime",
      nullable: true,
      description: "When its whole index was last looked through.",
    }),
    replicas: t.exposeInt("replicas", { description: "Its publications that are kept here." }),
    replicaBytes: t.expose("replicaBytes", { type: "BigInt" }),
    isQuotaFull: t.exposeBoolean("isQuotaFull", {
      description: "Whether no more are kept: `replicasPerPeer` or `replicaBytesPerPeer` is used up.",
    }),
  }),
});

const ConnectedNodeConnection = defineConnection("ConnectedNode", ConnectedNode);

addQuery("followers", {
  type: ConnectedNodeConnection,
  access: "manage:connections",
  args: pageArgs,
  resolve: (page, { node }) => readConnectionsPage(node, "followers", toPageRequest(page)),
});

addQuery("following", {
  type: ConnectedNodeConnection,
  access: "manage:connections",
  args: pageArgs,
  resolve: (page, { node }) => readConnectionsPage(node, "following", toPageRequest(page)),
});

const CountsRef = builder.objectRef<ConnectionCounts>("ConnectionCounts").implement({
  fields: (t) => ({
    followers: t.exposeInt("followers"),
    following: t.exposeInt("following"),
    blocked: t.exposeInt("blocked"),
  }),
});

addQuery("connectionCounts", {
  type: CountsRef,
  access: "manage:connections",
  description: "How many follow the owner, are followed, and are blocked.",
  resolve: (_args, { node }) => countConnections(node),
});

const PreparedConnection = builder.objectRef<PreparedFollow>("PreparedConnection").implement({
  description: "What is signed for a follow, and the other node as it describes itself.",
  fields: (t) => ({
    message: t.field({
      type: MessageToSignRef,
      resolve: ({ meaning, form }) => toMessageToSign("CreateConnection", meaning, form),
    }),
    address: t.field({ type: "Address", resolve: ({ profile }) => profile.address }),
    title: t.string({ resolve: ({ profile }) => profile.title }),
    description: t.string({ nullable: true, resolve: ({ profile }) => profile.description }),
    url: t.string({
      description: "Where it lives: what is signed.",
      resolve: (prepared) => placeOf(prepared).url,
    }),
    picture: t.string({
      nullable: true,
      access: "manage:connections",
      cost: 100,
      description: "Small, as a data URI; null where there is none.",
      resolve: (prepared, _args, { node }) => readPeerPicture(node, placeOf(prepared)),
    }),
    publications: t.int({
      nullable: true,
      access: "manage:connections",
      cost: 100,
      description: "How many it has in its index; null where it does not say.",
      resolve: (prepared, _args, { node }) => countPeerPublications(node, placeOf(prepared)),
    }),
  }),
});

function placeOf({ meaning, form, profile }: PreparedFollow): { url: string; form: PreparedFollow["form"] } {
  const isFollowee = profile.address === meaning.followeeAddress;
  return { url: isFollowee ? meaning.followeeUrl : meaning.followerUrl, form };
}

addQuery("connectionToSign", {
  type: PreparedConnection,
  access: "manage:connections",
  cost: 200,
  description: "Looks at a node that the owner wants to follow.",
  args: (t) => ({ url: t.arg.string({ required: true }) }),
  resolve: ({ url }, { node }) => prepareFollow(node, url),
});

addQuery("visitorConnectionToSign", {
  type: PreparedConnection,
  access: "public",
  cost: 1_000,
  description: "Looks at the node of a visitor who wants to follow this one.",
  args: (t) => ({ url: t.arg.string({ required: true }) }),
  resolve: ({ url }, { node, ip }) =>
    node.limiter.visitorCalls.run(networkOf(ip), () => prepareVisitorFollow(node, url)),
});

const ConnectionSide = builder.enumType("ConnectionSide", {
  description: "Which side of a follow the owner is.",
  values: {
    FOLLOWER: { value: "follower", description: "The owner follows, and stops." },
    FOLLOWEE: { value: "followee", description: "The owner is followed, and removes the follower." },
  } as const,
});

addQuery("connectionEndToSign", {
  type: MessageToSignRef,
  access: "manage:connections",
  args: (t) => ({
    address: t.arg({ type: "Address", required: true }),
    owner: t.arg({ type: ConnectionSide, required: true }),
  }),
  resolve: async ({ address, owner }, { node }) => {
    const { meaning, form } = await prepareEnd(node, { peer: address, owner });
    return toMessageToSign("DestroyConnection", meaning, form);
  },
});

const FollowState = builder.enumType("FollowState", {
  values: {
    FOLLOWING: { value: "following", description: "Both sides have the record." },
    WAITING: { value: "waiting", description: "The other node does not answer; it is tried again." },
  } as const,
});

const FollowOutcome = builder.objectRef<FollowStatus>("FollowOutcome").implement({
  fields: (t) => ({
    state: t.expose("status", { type: FollowState }),
    reason: t.string({
      nullable: true,
      resolve: (outcome) => (outcome.status === "waiting" ? outcome.reason : null),
    }),
  }),
});

addMutation("followNode", {
  type: FollowOutcome,
  access: "manage:connections",
  cost: 200,
  description: "Lets the owner follow another node.",
  input: (t) => ({
    message: t.field({
      type: SignedMessageInput,
      required: true,
      description: "What `connectionToSign` gave, signed.",
    }),
  }),
  resolve: (input, { node }) => submitFollow(node, input.message),
});

const FollowerNode = builder.objectRef<FollowerNodeFields>("FollowerNode").implement({
  fields: (t) => ({
    address: t.expose("address", { type: "Address" }),
    url: t.exposeString("url"),
    title: t.exposeString("title"),
  }),
});

builder.mutationField("createConnection", (t) =>
  t.field({
    type: FollowerNode,
    access: "public",
    cost: 1_000,
    description:
      "Lets a visitor follow this node: the signature is the permission. It answers with the follower's node once the follow stands.",
    args: {
      typedData: t.arg({ type: "JSON", required: true }),
      signature: t.arg.string({ required: true }),
    },
    resolve: (_root, envelope, { node, ip }) =>
      node.limiter.visitorCalls.run(networkOf(ip), () => acceptVisitorFollow(node, envelope)),
  }),
);

const EndState = builder.enumType("ConnectionEndState", {
  values: {
    ENDED: { value: "ended", description: "Neither side has the record." },
    WAITING: {
      value: "waiting",
      description: "It is ended here, and the other node is still to hear of it.",
    },
  } as const,
});

const EndOutcome = builder.objectRef<EndStatus>("ConnectionEndOutcome").implement({
  fields: (t) => ({
    state: t.expose("status", { type: EndState }),
    reason: t.string({
      nullable: true,
      resolve: (outcome) => (outcome.status === "waiting" ? outcome.reason : null),
    }),
  }),
});

addMutation("destroyConnection", {
  type: EndOutcome,
  access: "manage:connections",
  cost: 200,
  description: "Ends a follow, from either side.",
  input: (t) => ({
    message: t.field({
      type: SignedMessageInput,
      required: true,
      description: "What `connectionEndToSign` gave, signed.",
    }),
  }),
  resolve: (input, { node }) => endConnection(node, input.message),
});
