import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { readSavedText, useSavedTexts } from "../../../publications/saved-texts.ts";
import { VersionsDialog } from "../../../publications/versions-dialog.tsx";
import type { EditorState } from "./use-draft.ts";

/** The earlier texts of a post, the changes since each, and the way back to one. */
export default function HistoryDialog({
  editor,
  onClose,
}: {
  editor: EditorState;
  onClose: () => void;
}): ReactElement {
  const { history } = useMessages();
  const site = useSiteMessages();
  const id = editor.status.draft?.id ?? null;
  const saved = useSavedTexts(id);
  const versions = (saved.data ?? []).map(({ id, savedAt, size }) => ({
    id,
    at: Date.parse(savedAt),
    note: site.size(size),
  }));
  return (
    <VersionsDialog
      versions={versions}
      {...(id !== null && { load: saved })}
      empty={history.empty}
      read={readSavedText}
      after={editor.text.body}
      act={(body) => (
        <Button
          type="submit"
          disabled={body === undefined}
          onClick={() => body !== undefined && editor.restore(body)}
          text={history.restore}
        />
      )}
      onClose={onClose}
    />
  );
}
