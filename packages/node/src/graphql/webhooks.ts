import { webhookEventTypes } from "../domain/webhooks/webhook-events.ts";
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type WebhookDeliveryView,
  type WebhookView,
} from "../domain/webhooks/webhooks.ts";
import { builder, parseId } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";

const WebhookDelivery = builder.objectRef<WebhookDeliveryView>("WebhookDelivery").implement({
  description: "One try to tell a webhook something.",
  fields: (t) => ({
    id: t.exposeID("id"),
    eventId: t.exposeString("eventId"),
    event: t.exposeString("event"),
    attempt: t.exposeInt("attempt"),
    status: t.exposeInt("status", { nullable: true }),
    problem: t.exposeString("problem", { nullable: true }),
    durationMs: t.exposeInt("durationMs"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const Webhook = builder.objectRef<WebhookView>("Webhook").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    url: t.exposeString("url"),
    events: t.stringList({ resolve: ({ events }) => [...events] }),
    active: t.exposeBoolean("active", {
      description: "False where it failed too often in a row, or a restore switched it off.",
    }),
    failures: t.exposeInt("failures"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    deliveries: t.field({
      type: [WebhookDelivery],
      cost: 2,
      description: "The last tries, the newest first.",
      resolve: ({ id }, _args, { node }) => listWebhookDeliveries(node, id),
    }),
  }),
});

addQuery("webhooks", {
  type: [Webhook],
  access: "owner",
  resolve: (_args, { node }) => listWebhooks(node),
});

const CreatedWebhook = builder.objectRef<{ id: number; secret: string }>("CreatedWebhook").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    secret: t.exposeString("secret", {
      description: "What its messages are signed with; it is shown this once.",
    }),
  }),
});

addMutation("createWebhook", {
  type: CreatedWebhook,
  access: "owner",
  input: (t) => ({
    url: t.string({ required: true, description: "https, without a password." }),
    events: t.stringList({ required: true, description: `Out of ${webhookEventTypes.join(", ")}.` }),
  }),
  resolve: (input, { node }) => createWebhook(node, input),
});

addMutation("enableWebhook", {
  type: "Boolean",
  access: "owner",
  description:
    "Tries a webhook again, which may be switched off: its failures are forgotten, what waits is sent now.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => enableWebhook(node, parseId(input.id)).then(() => true),
});

addMutation("destroyWebhook", {
  type: "Boolean",
  access: "owner",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => deleteWebhook(node, parseId(input.id)).then(() => true),
});
