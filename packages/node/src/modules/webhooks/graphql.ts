import { parseId } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { webhookEventTypes } from "./webhook-events.ts";
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  type WebhookDeliveryView,
  type WebhookView,
} from "./webhooks.ts";

const WebhookDelivery = defineObject<WebhookDeliveryView>("WebhookDelivery", {
  description: "One attempt to send an event to a webhook.",
  fields: {
    id: "ID!",
    eventId: "String!",
    event: "String!",
    attempt: "Int!",
    status: "Int",
    problem: "String",
    durationMs: "Int!",
    createdAt: "DateTime!",
  },
});

const Webhook = defineObject<WebhookView>("Webhook", {
  fields: {
    id: "ID!",
    url: "String!",
    events: "[String!]!",
    active: ["Boolean!", "False after too many failures in a row, or after a restore."],
    failures: "Int!",
    createdAt: "DateTime!",
  },
  computed: (t) => ({
    deliveries: t.field({
      type: [WebhookDelivery],
      cost: 2,
      description: "The last attempts, newest first.",
      resolve: ({ id }, _args, { node }) => listWebhookDeliveries(node, id),
    }),
  }),
});

addQuery("webhooks", {
  type: [Webhook],
  access: "owner",
  resolve: (_args, { node }) => listWebhooks(node),
});

const CreatedWebhook = defineObject<Awaited<ReturnType<typeof createWebhook>>>("CreatedWebhook", {
  fields: { id: "ID!", secret: ["String!", "It signs the webhook's messages; it is shown only once."] },
});

addMutation("createWebhook", {
  type: CreatedWebhook,
  access: "owner",
  input: (t) => ({
    url: t.string({ required: true, description: "https, without a password." }),
    events: t.stringList({ required: true, description: `One or more of ${webhookEventTypes.join(", ")}.` }),
  }),
  resolve: (input, { node }) => createWebhook(node, input),
});

addMutation("enableWebhook", {
  type: "Boolean",
  access: "owner",
  description: "Enables a webhook again: resets its failures and sends waiting events now.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => enableWebhook(node, parseId(input.id)).then(() => true),
});

addMutation("testWebhook", {
  type: "Boolean",
  access: "owner",
  description: "Sends an event of the type `test` to a webhook, and enables it as `enableWebhook` does.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => testWebhook(node, parseId(input.id)).then(() => true),
});

addMutation("destroyWebhook", {
  type: "Boolean",
  access: "owner",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => deleteWebhook(node, parseId(input.id)).then(() => true),
});
