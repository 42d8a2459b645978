import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { formatKey, listActions } from "../commands/actions.ts";

/** The dialog with the keys of the editor. */
export default function EditorHelp({ onClose }: { onClose: () => void }): ReactElement {
  const { close, editor, keys } = useMessages();
  const actions = listActions(
    () => {},
    () => false,
  );
  const rows = [
    ...actions.flatMap(({ name, key }) => (key ? [[key, editor.actions[name]] as const] : [])),
    ["/", editor.helpMore.slash],
    ["@", editor.helpMore.people],
    ["#", editor.helpMore.tags],
    ["Alt-F10", editor.helpMore.toolbar],
    ["Tab", editor.helpMore.cells],
    ["Alt-↑", editor.tables.actions.rowUp],
    ["Alt-↓", editor.tables.actions.rowDown],
    ["Mod-Shift-f", editor.focusMode],
    ["Mod-Shift-o", editor.outline.title],
    ["Mod-s", keys.of.save],
    ["Mod-Enter", keys.of.publish],
    ["Escape Tab", editor.helpMore.leave],
  ] as const;
  return (
    <Modal title={editor.help} onClose={onClose}>
      <dl className="keys">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{formatKey(key)}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{close}</button>
      </form>
    </Modal>
  );
}
