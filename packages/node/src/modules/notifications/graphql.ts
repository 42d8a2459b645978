import { builder, parseId } from "../../graphql/builder.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { CommentRef } from "../../graphql/people/comments.ts";
import { defineConnection, pageArgs } from "../../graphql/relay-connection.ts";
import {
  countUnread,
  listNotifications,
  markNotificationsRead,
  type NotificationData,
  type NotificationView,
} from "./notification.ts";
import {
  listPushDevices,
  type PushDevice,
  readVapidPublicKey,
  subscribeNotification,
  unsubscribeNotification,
} from "./push-devices.ts";

const NotificationType = defineEnum("NotificationType", [
  "follower",
  "comment",
  "visitor",
  "failed-peer",
  "peer-warning",
  "failed-webhook",
  "damaged-content",
  "failed-backup",
  "newsletter-stopped",
  "failed-check",
  "set-aside",
  "clock",
  "proposal",
  "sign-in",
]);

const Notification = defineObject<NotificationView>("Notification", {
  description: "An event that the owner was notified of.",
  fields: {
    id: "ID!",
    type: NotificationType,
    data: ["JSON!", "The properties of an event of this type; a webhook gets the same."],
    createdAt: "DateTime!",
    readAt: "DateTime",
  },
  computed: (t) => ({
    comment: t.field({
      type: CommentRef,
      nullable: true,
      cost: 2,
      description: "The comment that it is about; null for another type, and for one that was deleted.",
      resolve: ({ type, data }, _args, { loaders }) =>
        type === "comment" ? loaders.comment.load((data as NotificationData["comment"]).commentId) : null,
    }),
  }),
});

addQuery("notifications", {
  type: defineConnection("Notification", Notification),
  access: "owner",
  description: "The newest first; the newest thousand are stored.",
  args: pageArgs,
  resolve: (page, { node }) => listNotifications(node, page),
});

addQuery("unreadNotifications", {
  type: "Int",
  access: "owner",
  resolve: (_args, { node }) => countUnread(node),
});

addMutation("markNotificationsRead", {
  type: "Int",
  access: "owner",
  description: "Marks a notification and all older ones as read. Returns how many were unread.",
  input: (t) => ({ upTo: t.id({ required: true, description: "The newest one that was seen." }) }),
  resolve: (input, { node }) => markNotificationsRead(node, { upTo: parseId(input.upTo) }),
});

addQuery("vapidPublicKey", {
  type: "String",
  access: "owner",
  description: "The key with which a browser subscribes (`applicationServerKey`), in base64url.",
  resolve: (_args, { node }) => readVapidPublicKey(node),
});

const PushDeviceRef = defineObject<PushDevice>("PushDevice", {
  description: "A browser that gets notifications by web push.",
  fields: {
    id: "ID!",
    endpoint: ["String!", "A browser recognises its own subscription by it."],
    createdAt: "DateTime!",
  },
});

addQuery("pushDevices", {
  type: [PushDeviceRef],
  access: "owner",
  description: "The devices that get notifications by web push, oldest first.",
  resolve: (_args, { node }) => listPushDevices(node),
});

const PushKeysInput = builder.inputType("PushKeysInput", {
  fields: (t) => ({ p256dh: t.string({ required: true }), auth: t.string({ required: true }) }),
});

addMutation("subscribeNotification", {
  type: "Boolean",
  access: "owner",
  description: "Starts to send notifications to one of the owner's devices by web push.",
  inputDescription: "A browser's PushSubscription.",
  input: (t) => ({
    endpoint: t.string({ required: true }),
    keys: t.field({ type: PushKeysInput, required: true }),
  }),
  resolve: (input, { node }) => subscribeNotification(node, input).then(() => true),
});

addMutation("unsubscribeNotification", {
  type: "Boolean",
  access: "owner",
  description: "Stops notifications to a device. Returns whether it had a subscription.",
  input: (t) => ({ endpoint: t.string({ required: true }) }),
  resolve: (input, { node }) => unsubscribeNotification(node, input.endpoint),
});
