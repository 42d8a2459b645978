import {
  acceptVisitorFollow,
  type FollowStatus,
  type PreparedFollow,
  prepareFollow,
  prepareVisitorFollow,
  submitFollow,
} from "../../domain/connections/follow.ts";
import {
  type ConnectionCounts,
  type ConnectionView,
  countConnections,
  readConnectionsPage,
} from "../../domain/connections/peers.ts";
import { type EndStatus, endConnection, prepareEnd } from "../../domain/connections/unfollow.ts";
import { type PeerEventView, readPeerHistory } from "../../domain/peers/peer-events.ts";
import { countPeerPublications, readPeerPicture } from "../../domain/profile/peer-picture.ts";
import { networkOf } from "../../limiter/network.ts";
import type { PeerEventKind } from "../../store/tables/peers.ts";
import { builder } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";
import { MessageForm, MessageToSignRef, signedMessage, toMessageToSign } from "./signed-message.ts";

export const ConnectedNode = defineObject<ConnectionView>("ConnectedNode", {
  description: "A follower or a followed node, and the health of the connection to it.",
  fields: {
    address: "Address!",
    url: "String!",
    title: "String!",
    description: "String",
    picture: ["String", "Path of its picture on this node; null where one is drawn from the address."],
    createdAt: "DateTime!",
    isProven: [
      "Boolean!",
      "Whether the follower's signature is stored; false for a follow that was imported without it. The owner signs an own " +
        "follow again with `connectionToSign` and `followNode`.",
    ],
    failures: ["Int!", "Failed calls of this node in a row."],
    failingSince: "DateTime",
    nextTryAt: "DateTime",
    lastSuccessAt: "DateTime",
    lastError: "String",
    heardAt: "DateTime",
    caughtUpAt: ["DateTime", "When this node last read the whole index of the other node."],
    replicas: ["Int!", "The number of its publications on this node."],
    replicaBytes: "BigInt!",
    isQuotaFull: [
      "Boolean!",
      "Whether the quota is used up (`replicasPerPeer` or `replicaBytesPerPeer`), so that no more are stored.",
    ],
  },
  computed: (t) => ({
    form: t.expose("form", { type: MessageForm, nullable: true }),
    health: t.expose("state", { type: defineEnum("ConnectionHealth", ["healthy", "failing"]) }),
  }),
});

const ConnectedNodeConnection = defineConnection("ConnectedNode", ConnectedNode);

for (const side of ["followers", "following"] as const) {
  addQuery(side, {
    type: ConnectedNodeConnection,
    access: "manage:connections",
    args: pageArgs,
    resolve: (page, { node }) => readConnectionsPage(node, side, page),
  });
}

addQuery("connectionCounts", {
  type: defineObject<ConnectionCounts>("ConnectionCounts", {
    fields: { followers: "Int!", following: "Int!", blocked: "Int!" },
  }),
  access: "manage:connections",
  description: "The number of followers, followed nodes and blocked addresses.",
  resolve: (_args, { node }) => countConnections(node),
});

const kinds: Readonly<Record<PeerEventKind, string>> = {
  met: "This node heard of it for the first time.",
  "followed-you": "It followed this node, signed by it.",
  "unfollowed-you": "It stopped following, signed by it.",
  "removed-you": "It removed this node from its followers, signed by it.",
  "you-followed": "The owner followed it.",
  "you-unfollowed": "The owner stopped following it.",
  "you-removed": "The owner removed it from the followers.",
  "denied-follow": "It says that it does not follow; nobody signed that.",
  "profile-signed": "Its owner signed a new profile.",
  "profile-read": "Its profile was read again and has other texts; nobody signed them.",
  moved: "Its owner signed a new URL.",
  blocked: "The owner blocked it.",
  unblocked: "The owner unblocked it.",
  unreachable: "It could not be reached for a day.",
  reachable: "It can be reached again.",
  "other-address": "A warning: another key is used at its URL.",
  "other-url": "A warning: it uses or claims another URL, without signing it.",
  "two-urls": "A warning: its key is used at two URLs.",
  "older-profile": "A warning: it sent an older profile than the known one.",
};

const PeerEventKindRef = defineEnum("PeerEventKind", kinds);

const PeerEvent = defineObject<PeerEventView>("PeerEvent", {
  description: "Something that happened with another node.",
  fields: {
    id: "ID!",
    kind: PeerEventKindRef,
    isWarning: ["Boolean!", "Whether it should not happen without the signature of the node's owner."],
    url: ["String", "The URL of the event."],
    detail: ["JSON!", "The changes, by name."],
    proof: ["JSON", "The signed message; null for an unsigned event."],
    signedBy: ["Address", "The signer, checked again now."],
    createdAt: "DateTime!",
  },
});

addQuery("peerHistory", {
  type: defineConnection("PeerEvent", PeerEvent),
  access: "manage:connections",
  description: "The events of a node, newest first; the newest two hundred are stored.",
  args: (t) => ({ ...pageArgs(t), address: t.arg({ type: "Address", required: true }) }),
  resolve: (request, { node }) => readPeerHistory(node, request),
});

const PreparedConnection = defineObject<PreparedFollow>("PreparedConnection", {
  description: "The message to sign for a follow, and the other node as it describes itself.",
  computed: (t) => ({
    message: t.field({
      type: MessageToSignRef,
      resolve: ({ meaning, form }) => toMessageToSign("CreateConnection", meaning, form),
    }),
    address: t.field({ type: "Address", resolve: ({ profile }) => profile.address }),
    title: t.string({ resolve: ({ profile }) => profile.title }),
    description: t.string({ nullable: true, resolve: ({ profile }) => profile.description }),
    url: t.string({
      description: "The URL of the other node, as it is signed.",
      resolve: (prepared) => locationOf(prepared).url,
    }),
    picture: t.string({
      nullable: true,
      access: "manage:connections",
      cost: 100,
      description: "A small picture as a data URI; null where there is none.",
      resolve: (prepared, _args, { node }) => readPeerPicture(node, locationOf(prepared)),
    }),
    publications: t.int({
      nullable: true,
      access: "manage:connections",
      cost: 100,
      description: "The number of publications in its index; null where it is unknown.",
      resolve: (prepared, _args, { node }) => countPeerPublications(node, locationOf(prepared)),
    }),
  }),
});

function locationOf({ meaning, form, profile }: PreparedFollow): Parameters<typeof readPeerPicture>[1] {
  const isFollowee = profile.address === meaning.followeeAddress;
  return { url: isFollowee ? meaning.followeeUrl : meaning.followerUrl, form };
}

addQuery("connectionToSign", {
  type: PreparedConnection,
  access: "manage:connections",
  cost: 200,
  description: "Reads a node that the owner wants to follow.",
  args: (t) => ({ url: t.arg.string({ required: true }) }),
  resolve: ({ url }, { node }) => prepareFollow(node, url),
});

addQuery("visitorConnectionToSign", {
  type: PreparedConnection,
  access: "public",
  cost: 1_000,
  description: "Reads the node of a visitor who wants to follow this one.",
  args: (t) => ({ url: t.arg.string({ required: true }) }),
  resolve: ({ url }, { node, ip }) =>
    node.limiter.visitorCalls.run(networkOf(ip), () => prepareVisitorFollow(node, url)),
});

const ConnectionSide = defineEnum(
  "ConnectionSide",
  {
    follower: "The owner follows, and stops.",
    followee: "The owner is followed, and removes the follower.",
  },
  "The owner's side of a follow.",
);

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

const FollowState = defineEnum("FollowState", {
  following: "Both nodes have the record.",
  waiting: "The other node does not respond; this node tries again.",
});

const FollowOutcome = defineObject<FollowStatus>("FollowOutcome", {
  computed: (t) => ({
    state: t.expose("status", { type: FollowState }),
    reason: t.string({ nullable: true, resolve: reasonOf }),
  }),
});

function reasonOf(outcome: FollowStatus | EndStatus): string | null {
  return outcome.status === "waiting" ? outcome.reason : null;
}

addMutation("followNode", {
  type: FollowOutcome,
  access: "manage:connections",
  cost: 200,
  description: "Makes the owner follow another node.",
  input: (t) => signedMessage(t, "connectionToSign"),
  resolve: (input, { node }) => submitFollow(node, input.message),
});

const FollowerNode = defineObject<Awaited<ReturnType<typeof acceptVisitorFollow>>>("FollowerNode", {
  fields: { address: "Address!", url: "String!", title: "String!" },
});

builder.mutationField("createConnection", (t) =>
  t.field({
    type: FollowerNode,
    access: "public",
    cost: 1_000,
    description:
      "Makes a visitor follow this node: the signature is the permission. Returns the follower's node after both nodes have the follow.",
    args: {
      typedData: t.arg({ type: "JSON", required: true }),
      signature: t.arg.string({ required: true }),
    },
    resolve: (_root, envelope, { node, ip }) =>
      node.limiter.visitorCalls.run(networkOf(ip), () => acceptVisitorFollow(node, envelope)),
  }),
);

const EndState = defineEnum("ConnectionEndState", {
  ended: "Neither node has the record.",
  waiting: "The follow ended on this node; the other node is not notified yet.",
});

const EndOutcome = defineObject<EndStatus>("ConnectionEndOutcome", {
  computed: (t) => ({
    state: t.expose("status", { type: EndState }),
    reason: t.string({ nullable: true, resolve: reasonOf }),
  }),
});

addMutation("destroyConnection", {
  type: EndOutcome,
  access: "manage:connections",
  cost: 200,
  description: "Ends a follow, from either side.",
  input: (t) => signedMessage(t, "connectionEndToSign"),
  resolve: (input, { node }) => endConnection(node, input.message),
});
