import type { ModuleParts } from "../../module.ts";
import { webhookChecks } from "./checks.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { tellOfChange, tellOfOwn } from "./own-publications.ts";
import { addWebhookEvent, addWebhookEvents } from "./webhook-events.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  on: {
    "publication.published": (tx, { publication, now }) =>
      tellOfOwn(tx, "publication.published", publication, now),
    "publication.restored": (tx, { publication, now }) =>
      tellOfOwn(tx, "publication.published", publication, now),
    "publication.changed": (tx, { publication, now }) => tellOfChange(tx, publication, now),
    "publication.signed": (tx, { now, ...data }) =>
      addWebhookEvent(tx, { type: "publication.signed", data, now }),
    "publications.replicated": (tx, { publications, now }) =>
      addWebhookEvents(
        tx,
        publications.map((data) => ({ type: "publication.replicated", data })),
        now,
      ),
    "follower.created": (tx, { address, url, now }) =>
      addWebhookEvent(tx, { type: "follower.created", data: { address, url }, now }),
    "follower.removed": (tx, { now, ...data }) =>
      addWebhookEvent(tx, { type: "follower.removed", data, now }),
    "comment.confirmed": (tx, { now, ...data }) =>
      addWebhookEvent(tx, { type: "comment.confirmed", data, now }),
    "peer.failing": (tx, { address, url, since, now }) =>
      addWebhookEvent(tx, { type: "peer.failing", data: { address, url, since }, now }),
  },
  jobs: (context) => ({ webhook: (job, signal) => deliverWebhook(context, job, signal) }),
  checks: webhookChecks,
  graphql: () => import("./graphql.ts"),
};
