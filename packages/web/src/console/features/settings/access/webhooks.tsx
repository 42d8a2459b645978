import { graphql } from "@freehold/client";
import { type ReactElement, useState } from "react";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { formatList, formatMoment } from "../../../components/format.ts";
import { LoadState, Trouble } from "../../../errors.tsx";
import { type FieldOf, mutation } from "../../../graphql.ts";
import { useAction, useField } from "../../../queries.ts";
import { TextField } from "../form.tsx";
import { NewSecret } from "./new-secret.tsx";

/** An address that the node calls on events, and its last calls. */
type Webhook = FieldOf<typeof webhooksQuery>[number];

/** The owner's webhooks. */
export default function WebhookSettings(): ReactElement {
  const all = useMessages();
  const messages = all.settings.webhooks;
  // Keep the log current.
  const often = { refetchInterval: 5_000 };
  const query = useField(["webhooks"], webhooksQuery, {}, often);
  const { data } = query;
  const [asked, setAsked] = useState<Webhook | null>(null);
  const retry = useAction(retryWebhook);
  const test = useAction(testWebhook);
  const destroy = useAction(destroyWebhook);
  return (
    <>
      <p className="hint">{messages.hint}</p>
      <LoadState of={query} />
      <Trouble error={retry.error ?? test.error ?? destroy.error} />
      {data?.length === 0 && <p className="empty">{messages.empty}</p>}
      <ul className="webhooks">
        {data?.map((hook) => (
          <li key={hook.id}>
            <h2>{hook.url}</h2>
            {(hook.deliveries.length > 0 || !hook.active) && (
              <p className={hook.active && hook.failures === 0 ? "hint" : "bad"}>
                {describeWebhook(messages, hook)}
              </p>
            )}
            <p className="hint">
              {formatList(
                hook.events.map((event) => messages.events[event as keyof typeof messages.events]),
                all.language,
              )}
            </p>
            <WebhookLog deliveries={hook.deliveries} />
            <div className="choices">
              {(!hook.active || hook.failures > 0) && (
                <Button
                  disabled={retry.isPending}
                  onClick={() => retry.mutate({ id: hook.id })}
                  text={all.delivery.tryNow}
                />
              )}
              <Button
                look="plain"
                disabled={test.isPending}
                onClick={() => test.mutate({ id: hook.id })}
                text={messages.test}
              />
              <Button look="plain" onClick={() => setAsked(hook)} text={messages.remove} />
            </div>
          </li>
        ))}
      </ul>
      {data && <NewWebhook />}
      {asked && (
        <ConfirmDialog
          title={messages.removeTitle}
          explain={messages.removeExplain(asked.url)}
          act={messages.remove}
          onConfirm={() => destroy.mutate({ id: asked.id })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Whether the calls of a webhook arrive. */
export function describeWebhook(
  messages: ConsoleMessages["settings"]["webhooks"],
  { active, failures, deliveries: [last] }: Pick<Webhook, "active" | "failures" | "deliveries">,
): string {
  if (!active) return messages.off(failures);
  if (failures > 0) return messages.failing(failures);
  // Its failures are not counted any more after it was turned on again.
  return last?.problem ? messages.retrying : messages.well;
}

/** The last calls of a webhook, newest first. */
function WebhookLog({ deliveries }: Pick<Webhook, "deliveries">): ReactElement {
  const { language, settings } = useMessages();
  const messages = settings.webhooks;
  if (deliveries.length === 0) return <p className="hint">{messages.noTries}</p>;
  return (
    <details>
      <summary>{messages.tries(deliveries.length)}</summary>
      <ol className="webhook-log">
        {deliveries.map((one) => (
          <li key={one.id}>
            <time dateTime={one.createdAt}>{formatMoment(Date.parse(one.createdAt), language)}</time>
            <code>{one.event}</code>
            <span className={one.problem === null ? "hint" : "bad"}>
              {one.problem === null
                ? messages.arrived(one.durationMs)
                : messages.failed(one.status, one.attempt)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function NewWebhook(): ReactElement {
  const messages = useMessages().settings.webhooks;
  const generate = async (form: FormData, events: readonly string[]) =>
    (await createWebhook({ url: String(form.get("url")).trim(), events })).secret;
  return (
    <NewSecret messages={messages} legend={messages.legend} ticks={messages.events} generate={generate}>
      <TextField
        label={messages.url}
        hint={messages.urlHint}
        name="url"
        data-secret=""
        type="url"
        pattern="https://.+"
        required
        maxLength={2_048}
        placeholder="https://"
      />
    </NewSecret>
  );
}

const webhooksQuery = graphql(`query Webhooks {
  webhooks {
    id url events active failures
    deliveries { id event attempt status problem durationMs createdAt }
  }
}`);
const createWebhook = mutation(
  graphql("mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }"),
);
/** Enables a webhook and sends its waiting calls now. */
const retryWebhook = mutation(
  graphql("mutation RetryWebhook($input: EnableWebhookInput!) { enableWebhook(input: $input) }"),
);
/** Sends one an event of the type `test`. */
const testWebhook = mutation(
  graphql("mutation TestWebhook($input: TestWebhookInput!) { testWebhook(input: $input) }"),
);
const destroyWebhook = mutation(
  graphql("mutation DestroyWebhook($input: DestroyWebhookInput!) { destroyWebhook(input: $input) }"),
);
