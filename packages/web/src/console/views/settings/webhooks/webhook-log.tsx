import type { ReactElement } from "react";
import { sayMoment } from "../../../publications/say-moment.ts";
import { useWords } from "../../../words/use-words.ts";
import type { Delivery } from "./hooks.ts";

/** The last tries of a webhook, the newest first. */
export function WebhookLog({ deliveries }: { deliveries: readonly Delivery[] }): ReactElement {
  const { language, settings } = useWords();
  const words = settings.webhooks;
  if (deliveries.length === 0) return <p className="hint">{words.noTries}</p>;
  return (
    <details>
      <summary>{words.tries(deliveries.length)}</summary>
      <ol className="webhook-log">
        {deliveries.map((one) => (
          <li key={one.id}>
            <time dateTime={one.createdAt}>{sayMoment(Date.parse(one.createdAt), language)}</time>
            <code>{one.event}</code>
            <span className={one.problem === null ? "hint" : "bad"}>
              {one.problem === null ? words.arrived(one.durationMs) : words.failed(one.status, one.attempt)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
