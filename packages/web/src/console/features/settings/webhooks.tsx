import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { formatList, formatMoment } from "../../components/format.ts";
import { formatError, LoadState, Trouble } from "../../errors.tsx";
import { Field } from "./form.tsx";
import { NewSecret } from "./new-secret.tsx";
import {
  createWebhook,
  type Delivery,
  destroyWebhook,
  readWebhooks,
  retryWebhook,
  type Webhook,
} from "./webhook-requests.ts";

/** The owner's webhooks. */
export default function WebhookSettings(): ReactElement {
  const all = useMessages();
  const messages = all.settings.webhooks;
  const query = useQuery({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => readWebhooks(signal),
    // Keep the log current.
    refetchInterval: 5_000,
  });
  const { data, refetch } = query;
  const [asked, setAsked] = useState<Webhook | null>(null);
  const retry = useMutation({ mutationFn: retryWebhook, onSettled: () => refetch() });
  const destroy = useMutation({ mutationFn: destroyWebhook, onSettled: () => refetch() });
  const problem = retry.error ?? destroy.error;
  return (
    <>
      <h2>{messages.title}</h2>
      <p className="hint">{messages.hint}</p>
      <LoadState of={query} />
      <Trouble text={problem && formatError(all, problem)} />
      {data?.length === 0 && <p className="empty">{messages.empty}</p>}
      <ul className="webhooks">
        {data?.map((hook) => (
          <li key={hook.id}>
            <h3>{hook.url}</h3>
            {(hook.deliveries.length > 0 || !hook.active) && (
              <p className={hook.active && hook.failures === 0 ? "hint" : "bad"}>{stateOf(hook)}</p>
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
                  onClick={() => retry.mutate(hook.id)}
                  text={messages.retry}
                />
              )}
              <Button look="plain" onClick={() => setAsked(hook)} text={messages.remove} />
            </div>
          </li>
        ))}
      </ul>
      {data && <NewWebhook onMade={() => refetch()} />}
      {asked && (
        <ConfirmDialog
          title={messages.removeTitle}
          explain={messages.removeExplain(asked.url)}
          act={messages.remove}
          onClose={(isConfirmed) => {
            setAsked(null);
            if (isConfirmed) destroy.mutate(asked.id);
          }}
        />
      )}
    </>
  );

  function stateOf({ active, failures }: Webhook): string {
    if (!active) return messages.off(failures);
    return failures === 0 ? messages.well : messages.failing(failures);
  }
}

/** The last calls of a webhook, newest first. */
function WebhookLog({ deliveries }: { deliveries: readonly Delivery[] }): ReactElement {
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

function NewWebhook({ onMade }: { onMade: () => unknown }): ReactElement {
  const messages = useMessages().settings.webhooks;
  const generate = (form: FormData, events: readonly string[]) =>
    createWebhook({ url: String(form.get("url")).trim(), events });
  return (
    <NewSecret
      messages={messages}
      legend={messages.legend}
      ticks={messages.events}
      generate={generate}
      onMade={onMade}
    >
      <Field label={messages.url} hint={messages.urlHint}>
        {(parts) => (
          <input
            {...parts}
            name="url"
            type="url"
            pattern="https://.+"
            required
            maxLength={2_048}
            placeholder="https://"
          />
        )}
      </Field>
    </NewSecret>
  );
}
