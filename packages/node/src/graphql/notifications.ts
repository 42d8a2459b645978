import {
  countUnread,
  listNotifications,
  markNotificationsRead,
  type NotificationView,
} from "../domain/notifications/list-notifications.ts";
import {
  listPushDevices,
  type PushDevice,
  subscribeNotification,
  unsubscribeNotification,
} from "../domain/notifications/push-devices.ts";
import { readVapidPublicKey } from "../domain/notifications/vapid-keys.ts";
import { builder, parseId } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";

const NotificationType = builder.enumType("NotificationType", {
  values: {
    FOLLOWER: { value: "follower" },
    COMMENT: { value: "comment" },
    VISITOR: { value: "visitor" },
    FAILED_PEER: { value: "failed-peer" },
    FAILED_WEBHOOK: { value: "failed-webhook" },
    DAMAGED_CONTENT: { value: "damaged-content" },
    FAILED_BACKUP: { value: "failed-backup" },
  } as const,
});

const Notification = builder.objectRef<NotificationView>("Notification").implement({
  description: "What the owner was told.",
  fields: (t) => ({
    id: t.exposeID("id"),
    type: t.field({ type: NotificationType, resolve: ({ type }) => type }),
    data: t.field({
      type: "JSON",
      description: "The facts of its type, as a webhook has them.",
      resolve: ({ data }) => data,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    readAt: t.expose("readAt", { type: "DateTime", nullable: true }),
  }),
});

const NotificationConnection = defineConnection("Notification", Notification);

addQuery("notifications", {
  type: NotificationConnection,
  access: "owner",
  description: "The newest first; the newest thousand are kept.",
  args: pageArgs,
  resolve: (page, { node }) => listNotifications(node, toPageRequest(page)),
});

addQuery("unreadNotifications", {
  type: "Int",
  access: "owner",
  resolve: (_args, { node }) => countUnread(node),
});

addMutation("markNotificationsRead", {
  type: "Int",
  access: "owner",
  description: "Marks all up to one as read; how many were not.",
  input: (t) => ({ upTo: t.id({ required: true, description: "The newest one that was seen." }) }),
  resolve: (input, { node }) => markNotificationsRead(node, { upTo: parseId(input.upTo) }),
});

addQuery("vapidPublicKey", {
  type: "String",
  access: "owner",
  description: "What a browser subscribes with (`applicationServerKey`), in base64url.",
  resolve: (_args, { node }) => readVapidPublicKey(node),
});

const PushDeviceRef = builder.objectRef<PushDevice>("PushDevice").implement({
  description: "A browser that is told by web push.",
  fields: (t) => ({
    id: t.exposeID("id"),
    endpoint: t.exposeString("endpoint", { description: "By which a browser knows its own subscription." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

addQuery("pushDevices", {
  type: [PushDeviceRef],
  access: "owner",
  description: "The devices that are told by push, oldest first.",
  resolve: (_args, { node }) => listPushDevices(node),
});

const PushKeysInput = builder.inputType("PushKeysInput", {
  fields: (t) => ({ p256dh: t.string({ required: true }), auth: t.string({ required: true }) }),
});

addMutation("subscribeNotification", {
  type: "Boolean",
  access: "owner",
  description: "Tells a device of the owner by web push from now on.",
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
  description: "Tells a device no more; whether it was told before.",
  input: (t) => ({ endpoint: t.string({ required: true }) }),
  resolve: (input, { node }) => unsubscribeNotification(node, input.endpoint),
});
