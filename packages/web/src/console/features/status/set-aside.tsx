import { graphql } from "@freehold/client";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { LoadState, Trouble } from "../../errors.tsx";
import { type FieldOf, mutation } from "../../graphql.ts";
import { useAction, useField } from "../../queries.ts";

type Aside = FieldOf<typeof setAsideQuery>[number];

/** Work that is set aside because it crashed the node, with its actions; nothing if there is none. */
export function SetAside(): ReactElement | null {
  const { status, language } = useMessages();
  const texts = status.setAside;
  const query = useField(["set-aside"], setAsideQuery);
  const retry = useAction(retrySetAside);
  const drop = useAction(dropSetAside);
  const [dropped, setDropped] = useState<Aside | null>(null);
  const { data: all } = query;
  if (!all) return <LoadState of={query} />;
  if (all.length === 0) return null;
  const nameOf = ({ id, queue }: Aside) => texts.queues[queue] ?? id;
  const isBusy = retry.isPending || drop.isPending;
  return (
    <section aria-label={texts.title} className="status-trouble">
      <h3>{texts.title}</h3>
      <p>{texts.explain}</p>
      <ul className="set-aside">
        {all.map((one) => (
          <li key={one.id}>
            <p>
              {nameOf(one)}{" "}
              <span className="hint">
                <code>{one.id}</code> · {formatMoment(Date.parse(one.since), language)}
              </span>
            </p>
            <div className="choices">
              <Button
                look="plain small"
                aria-label={`${texts.retry}: ${one.id}`}
                disabled={isBusy}
                onClick={() => retry.mutate({ id: one.id })}
                text={texts.retry}
              />
              <Button
                look="plain small"
                aria-label={`${texts.drop}: ${one.id}`}
                disabled={isBusy}
                onClick={() => setDropped(one)}
                text={texts.drop}
              />
            </div>
          </li>
        ))}
      </ul>
      <Trouble error={retry.error ?? drop.error} />
      {dropped && (
        <ConfirmDialog
          title={texts.dropTitle(nameOf(dropped))}
          explain={texts.dropped}
          act={texts.drop}
          onConfirm={() => drop.mutate({ id: dropped.id })}
          onClose={() => setDropped(null)}
        />
      )}
    </section>
  );
}

const setAsideQuery = graphql("query SetAside { setAside { id queue since } }");
const retrySetAside = mutation(
  graphql("mutation RetrySetAside($input: RetrySetAsideInput!) { retrySetAside(input: $input) }"),
);
const dropSetAside = mutation(
  graphql("mutation DropSetAside($input: DropSetAsideInput!) { dropSetAside(input: $input) }"),
);
