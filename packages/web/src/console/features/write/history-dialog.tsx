import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Modal } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { LoadState } from "../../errors.tsx";
import { useField } from "../../queries.ts";
import { TextDiff } from "./text-diff.tsx";
import type { EditorState } from "./use-draft.ts";

interface SavedVersion {
  readonly id: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly size: number;
}

/** The earlier texts of a post, what has changed since each, and the way back to one. */
export default function HistoryDialog({
  editor,
  onClose,
}: {
  editor: EditorState;
  onClose: () => void;
}): ReactElement {
  const { history, cancel } = useMessages();
  const id = editor.status.draft?.id ?? null;
  const saved = useField<readonly SavedVersion[]>(
    ["saved-versions", id],
    versionsQuery,
    { id },
    { ...fresh, enabled: id !== null },
  );
  const [chosen, choose] = useState<string | null>(null);
  const versions = saved.data ?? [];
  const open = chosen ?? versions[0]?.id ?? null;
  const text = useField<{ body: string }>(
    ["saved-text", open],
    textQuery,
    { id: open },
    { ...fresh, enabled: open !== null },
  );
  return (
    <Modal title={history.title} look="history-dialog" onClose={onClose}>
      {id !== null && <LoadState of={saved} />}
      {(id === null || (saved.data && versions.length === 0)) && <p className="empty">{history.empty}</p>}
      {open !== null && (
        <div className="history">
          <VersionList versions={versions} open={open} onChoose={choose} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it by keyboard. */}
          <section aria-label={history.changes} tabIndex={0}>
            <p className="hint">{history.legend}</p>
            <LoadState of={text} />
            {text.data && <TextDiff before={text.data.body} after={editor.text.body} />}
          </section>
        </div>
      )}
      <form method="dialog" className="choices">
        {open !== null && (
          <Button
            type="submit"
            disabled={!text.data}
            onClick={() => text.data && editor.restore(text.data.body)}
            text={history.restore}
          />
        )}
        <Button type="submit" look="plain" text={cancel} />
      </form>
    </Modal>
  );
}

function VersionList({
  versions,
  open,
  onChoose,
}: {
  versions: readonly SavedVersion[];
  open: string;
  onChoose: (id: string) => void;
}): ReactElement {
  const { history, language } = useMessages();
  const site = useSiteMessages();
  return (
    <fieldset>
      <legend className="unseen">{history.versions}</legend>
      {versions.map(({ id, savedAt, size }) => (
        <label key={id} className={id === open ? "is-chosen" : undefined}>
          <input type="radio" name="version" checked={id === open} onChange={() => onChoose(id)} />
          <span>
            {formatDateTime(Date.parse(savedAt), language)}
            <small>{site.size(size)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What was saved meanwhile is among them. */
const fresh = { gcTime: 0, staleTime: Infinity } as const;

const versionsQuery = /* GraphQL */ `
  query SavedVersions($id: ID!) { savedVersions(publicationId: $id) { id savedAt size } }
`;
const textQuery = /* GraphQL */ `
  query SavedText($id: ID!) { savedText(id: $id) { body } }
`;
