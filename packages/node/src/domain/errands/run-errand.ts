import type { Context } from "../../context.ts";
import type { Outcome } from "../../delivery/outcome.ts";
import type { Errand } from "../../store/errands.ts";
import { deliverPush } from "../notifications/deliver-push.ts";
import { deliverWebhook } from "../webhooks/deliver-webhook.ts";
import { deliverMail } from "./deliver-mail.ts";

/** The work of the queue of errands: a mail, a push to one device, or one event for one webhook. */
export function runErrand(
  context: Pick<Context, "store" | "clock" | "config" | "peers">,
  errand: Errand,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (errand.kind) {
    case "mail":
      return deliverMail(context, errand, signal);
    case "push":
      return deliverPush(context, errand, signal);
    case "webhook":
      return deliverWebhook(context, errand, signal);
  }
}
