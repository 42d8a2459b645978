import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import type { WritingSurface } from "./writing-field.tsx";
import "./outline.css";

/** The headings of the text, to go to. @param props.onChoose receives the position of the chosen one, after the dialog is closed */
export default function OutlineDialog({
  headings,
  current,
  onChoose,
  onClose,
}: ReturnType<WritingSurface["outline"]> & {
  onChoose: (pos: number) => void;
  onClose: () => void;
}): ReactElement {
  const { close, editor } = useMessages();
  const highest = Math.min(...headings.map(({ level }) => level));
  const leave = (chosen: string) => {
    onClose();
    if (chosen !== "") onChoose(Number(chosen));
  };
  return (
    <Modal title={editor.outline.title} look="outline" onClose={leave}>
      <form method="dialog">
        {headings.length === 0 && <p className="hint">{editor.outline.empty}</p>}
        <ol>
          {headings.map((heading) => (
            <li key={heading.from} data-depth={Math.min(3, heading.level - highest)}>
              <button
                type="submit"
                className="quiet"
                value={heading.from}
                // biome-ignore lint/a11y/noAutofocus: the dialog opens at the heading of the cursor.
                autoFocus={heading === current}
                aria-current={heading === current || undefined}
              >
                {heading.text || editor.outline.untitled}
              </button>
            </li>
          ))}
        </ol>
        <button type="submit" className="plain" value="">
          {close}
        </button>
      </form>
    </Modal>
  );
}
