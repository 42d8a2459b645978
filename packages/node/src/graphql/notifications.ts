import {
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
import { decodeCursor, encodeCursor, makePage } from "../domain/paging.ts";
import { builder, parseId } from "./builder.ts";
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

builder.queryField("notifications", (t) =>
  t.field({
    type: NotificationConnection,
    access: "owner",
    description: "The newest first; the newest thousand are kept.",
    args: pageArgs(t),
    resolve: async (_root, args, { node }) => {
      const page = toPageRequest(args);
      const after = page.after === null ? null : decodeCursor(page.after, 1)[0];
      const { items, hasMore } = await listNotifications(node, { first: page.first, after });
      return { ...makePage(items, page, ({ id }) => encodeCursor([id])), hasNextPage: hasMore };
    },
  }),
);

builder.queryField("unreadNotifications", (t) =>
  t.int({
    access: "owner",
    resolve: async (_root, _args, { node }) => (await listNotifications(node, { first: 1 })).unread,
  }),
);

const MarkReadInput = builder.inputType("MarkNotificationsReadInput", {
  fields: (t) => ({ upTo: t.id({ required: true, description: "The newest one that was seen." }) }),
});

builder.mutationField("markNotificationsRead", (t) =>
  t.int({
    access: "owner",
    description: "Marks all up to one as read; how many were not.",
    args: { input: t.arg({ type: MarkReadInput, required: true }) },
    resolve: (_root, { input }, { node }) => markNotificationsRead(node, { upTo: parseId(input.upTo) }),
  }),
);

builder.queryField("vapidPublicKey", (t) =>
  t.string({
    access: "owner",
    description: "What a browser subscribes with (`applicationServerKey`), in base64url.",
    resolve: (_root, _args, { node }) => readVapidPublicKey(node),
  }),
);

const PushDeviceRef = builder.objectRef<PushDevice>("PushDevice").implement({
  description: "A browser that is told by web push.",
  fields: (t) => ({
    id: t.exposeID("id"),
    endpoint: t.exposeString("endpoint", { description: "By which a browser knows its own subscription." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

builder.queryField("pushDevices", (t) =>
  t.field({
    type: [PushDeviceRef],
    access: "owner",
    description: "The devices that are told by push, oldest first.",
    resolve: (_root, _args, { node }) => listPushDevices(node),
  }),
);

const PushKeysInput = builder.inputType("PushKeysInput", {
  fields: (t) => ({ p256dh: t.string({ required: true }), auth: t.string({ required: true }) }),
});

const SubscribeInput = builder.inputType("SubscribeNotificationInput", {
  description: "A browser's PushSubscription.",
  fields: (t) => ({
    endpoint: t.string({ required: true }),
    keys: t.field({ type: PushKeysInput, required: true }),
  }),
});

builder.mutationField("subscribeNotification", (t) =>
  t.boolean({
    access: "owner",
    description: "Tells a device of the owner by web push from now on.",
    args: { input: t.arg({ type: SubscribeInput, required: true }) },
    resolve: async (_root, { input }, { node }) => {
      await subscribeNotification(node, input);
      return true;
    },
  }),
);

const UnsubscribeInput = builder.inputType("UnsubscribeNotificationInput", {
  fields: (t) => ({ endpoint: t.string({ required: true }) }),
});

builder.mutationField("unsubscribeNotification", (t) =>
  t.boolean({
    access: "owner",
    description: "Tells a device no more; whether it was told before.",
    args: { input: t.arg({ type: UnsubscribeInput, required: true }) },
    resolve: (_root, { input }, { node }) => unsubscribeNotification(node, input.endpoint),
  }),
);
