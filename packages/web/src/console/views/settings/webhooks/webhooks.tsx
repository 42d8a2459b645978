import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../../../publications/confirm-dialog.tsx";
import { sayProblem } from "../../../say-problem.ts";
import { Trouble } from "../../../trouble.tsx";
import { useWords } from "../../../words/use-words.ts";
import { sayList } from "../say-list.ts";
import { destroyWebhook, readWebhooks, retryWebhook, type Webhook } from "./hooks.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookLog } from "./webhook-log.tsx";
import "./webhooks.css";

/** Addresses of the owner's that are told of events. */
export default function WebhookSettings(): ReactElement {
  const all = useWords();
  const words = all.settings.webhooks;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => readWebhooks(signal),
    // The log goes on while one looks at it.
    refetchInterval: 5_000,
  });
  const [asked, setAsked] = useState<Webhook | null>(null);
  const retry = useMutation({ mutationFn: retryWebhook, onSettled: () => refetch() });
  const destroy = useMutation({ mutationFn: destroyWebhook, onSettled: () => refetch() });
  const problem = retry.error ?? destroy.error;
  return (
    <>
      <h2>{words.title}</h2>
      <p className="hint">{words.hint}</p>
      <Trouble error={error} onRetry={() => void refetch()} />
      {isPending && <p className="stills" aria-busy="true" />}
      {problem && (
        <p role="alert" className="trouble">
          {sayProblem(all, problem)}
        </p>
      )}
      {data?.length === 0 && <p className="empty">{words.empty}</p>}
      <ul className="webhooks">
        {data?.map((hook) => (
          <li key={hook.id}>
            <h3>{hook.url}</h3>
            {(hook.deliveries.length > 0 || !hook.active) && (
              <p className={hook.active && hook.failures === 0 ? "hint" : "bad"}>{stateOf(hook)}</p>
            )}
            <p className="hint">
              {sayList(
                hook.events.map((event) => words.events[event as keyof typeof words.events]),
                all.language,
              )}
            </p>
            <WebhookLog deliveries={hook.deliveries} />
            <div className="choices">
              {(!hook.active || hook.failures > 0) && (
                <button type="button" disabled={retry.isPending} onClick={() => retry.mutate(hook.id)}>
                  {words.retry}
                </button>
              )}
              <button type="button" className="plain" onClick={() => setAsked(hook)}>
                {words.remove}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {data && <NewWebhook onMade={() => refetch()} />}
      {asked && (
        <ConfirmDialog
          title={words.removeTitle}
          explain={words.removeExplain(asked.url)}
          act={words.remove}
          onClose={(isConfirmed) => {
            setAsked(null);
            if (isConfirmed) destroy.mutate(asked.id);
          }}
        />
      )}
    </>
  );

  function stateOf({ active, failures }: Webhook): string {
    if (!active) return words.off(failures);
    return failures === 0 ? words.well : words.failing(failures);
  }
}
