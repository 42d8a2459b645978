import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { formatDateTime } from "../components/format.ts";
import { LoadState } from "../errors.tsx";
import { TextDiff } from "./text-diff.tsx";

/** An earlier text of a post. */
export interface EarlierText {
  readonly id: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  /** A note beside the time, such as the size. */
  readonly note: string;
}

/**
 * The earlier texts of a post, newest first, and the changes since each.
 *
 * @param props.load how the list loads; absent where there is none to load
 * @param props.read the Markdown of one of them
 * @param props.after the text that they are compared with; undefined until it is loaded
 * @param props.act the button below, for the text that is shown and its id
 */
export function VersionsDialog({
  versions,
  load,
  empty,
  read,
  after,
  act,
  onClose,
}: {
  versions: readonly EarlierText[];
  load?: Parameters<typeof LoadState>[0]["of"];
  empty: string;
  read: (id: string, signal: AbortSignal) => Promise<string>;
  after: string | undefined;
  act?: (text: string | undefined, id: string) => ReactNode;
  onClose: () => void;
}): ReactElement {
  const { history, close } = useMessages();
  const [chosen, choose] = useState<string | null>(null);
  const open = chosen ?? versions[0]?.id ?? null;
  const text = useQuery({
    queryKey: ["earlier-text", open],
    queryFn: ({ signal }) => read(open ?? "", signal),
    enabled: open !== null,
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Modal title={history.title} look="history-dialog" onClose={onClose}>
      {load && <LoadState of={load} />}
      {open === null && !load?.isPending && !load?.error && <p className="empty">{empty}</p>}
      {open !== null && (
        <div className="history">
          <VersionList versions={versions} open={open} onChoose={choose} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it by keyboard. */}
          <section aria-label={history.changes} tabIndex={0}>
            <p className="hint">{history.legend}</p>
            <LoadState of={text} />
            {text.data !== undefined && after !== undefined && <TextDiff before={text.data} after={after} />}
          </section>
        </div>
      )}
      <form method="dialog" className="choices">
        {open !== null && act?.(text.data, open)}
        <Button type="submit" look="plain" text={close} />
      </form>
    </Modal>
  );
}

function VersionList({
  versions,
  open,
  onChoose,
}: {
  versions: readonly EarlierText[];
  open: string;
  onChoose: (id: string) => void;
}): ReactElement {
  const { history, language } = useMessages();
  return (
    <fieldset>
      <legend className="unseen">{history.versions}</legend>
      {versions.map(({ id, at, note }) => (
        <label key={id} className={id === open ? "is-chosen" : undefined}>
          <input type="radio" name="version" checked={id === open} onChange={() => onChoose(id)} />
          <span>
            {formatDateTime(at, language)}
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
