import type { ModuleParts } from "../../module.ts";
import { pushChecks } from "./checks.ts";
import { markCommentRead } from "./notification.ts";
import { notify } from "./notify.ts";
import { notifyOfVisitors } from "./notify-of-visitors.ts";
import { deliverPush } from "./push.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  on: {
    "follower.created": (tx, event) => notify(tx, { type: "follower", ...event }),
    "comment.received": (tx, event) => notify(tx, { type: "comment", ...event }),
    "comment.handled": (tx, { commentId, now }) => markCommentRead(tx, commentId, now),
    "peer.failing": (tx, event) => notify(tx, { type: "failed-peer", ...event }),
    "peer.warning": (tx, event) => notify(tx, { type: "peer-warning", ...event }),
    "owner.signed-in": (tx, event) => notify(tx, { type: "sign-in", ...event }),
    "contents.damaged": (tx, event) => notify(tx, { type: "damaged-content", ...event }),
    "work.set-aside": (tx, { queue, rowKey, now }) =>
      notify(tx, { type: "set-aside", id: `${queue}:${rowKey}`, queue, now }),
    "clock.jumped": (tx, event) => notify(tx, { type: "clock", ...event }),
    "webhook.switched-off": (tx, event) => notify(tx, { type: "failed-webhook", ...event }),
    "draft.proposed": (tx, event) => notify(tx, { type: "proposal", ...event }),
    "newsletter.stopped": (tx, event) => notify(tx, { type: "newsletter-stopped", ...event }),
    "check.failing": (tx, event) => notify(tx, { type: "failed-check", ...event }),
    "backup.failed": (tx, event) => notify(tx, { type: "failed-backup", ...event }),
  },
  start: notifyOfVisitors,
  jobs: (context) => ({ push: (job, signal) => deliverPush(context, job, signal) }),
  checks: pushChecks,
  graphql: () => import("./graphql.ts"),
};
