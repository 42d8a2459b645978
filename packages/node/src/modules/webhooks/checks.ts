import { minuteMs } from "@freehold/protocol/internal";
import { type Check, failed, ok, skipped, warning } from "../../domain/check.ts";
import { msg } from "../../errors/errors.ts";
import { webhookFailures } from "./deliver-webhook.ts";
import { listWebhooks } from "./store.ts";

const severalFailures = 3; // failures in a row that warn

export const webhookChecks: readonly Check[] = [
  {
    id: "work.webhooks",
    about: "The owner's webhooks: whether their last tries were accepted",
    warns: "one failed three times in a row",
    fails: "one was turned off, because it failed a hundred times in a row",
    needs: ["tables"],
    watchedEveryMs: 10 * minuteMs,
    notified: true,
    async run({ store }) {
      const hooks = await listWebhooks(store.db);
      if (hooks.length === 0) return skipped(msg`There is no webhook.`);
      const hostOf = ({ url }: { url: string }) => URL.parse(url)?.host ?? url;
      const off = hooks.find(({ active, failures }) => active === 0 && failures >= webhookFailures);
      if (off) {
        return failed(
          msg`The webhook of ${hostOf(off)} was turned off, because it failed ${off.failures} times in a row.`,
          msg`Fix its receiver, then turn it on again or delete it: in the dashboard, Settings, Webhooks.`,
        );
      }
      const failing = hooks.filter(({ active, failures }) => active === 1 && failures >= severalFailures);
      const [first] = failing;
      if (first) {
        return warning(
          msg`Webhooks that fail: ${failing.length} of ${hooks.length}. The one of ${hostOf(first)} failed ${first.failures} times in a row.`,
          msg`Check its last calls, and fix its receiver: in the dashboard, Settings, Webhooks.`,
        );
      }
      const tried = hooks.filter(({ active }) => active === 1);
      if (tried.length === 0) return skipped(msg`All webhooks are turned off.`);
      return ok(msg`Webhooks that are turned on: ${tried.length}. None of them fails.`);
    },
  },
];
