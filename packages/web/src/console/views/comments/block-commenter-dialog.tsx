import { type ReactElement, useEffect, useId, useRef } from "react";
import { useWords } from "../../words/use-words.ts";

/** Asks before an author by mail is blocked, for a note as well. */
export function BlockCommenterDialog({
  name,
  onClose,
}: {
  name: string;
  /** Gets the note, empty for none, or null where nobody is to be blocked. */
  onClose: (note: string | null) => void;
}): ReactElement {
  const words = useWords();
  const { people, comments } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onClose={() => onClose(dialog.current?.returnValue === "yes" ? (note.current?.value ?? "") : null)}
    >
      <h2 id={`${id}-title`}>{people.blockTitle(name)}</h2>
      <p>{comments.blockExplain}</p>
      <form method="dialog">
        <label htmlFor={id}>{people.blockReason}</label>
        <input id={id} ref={note} maxLength={500} />
        <div className="choices">
          <button type="submit" value="yes">
            {people.block}
          </button>
          <button type="submit" value="no" className="plain">
            {words.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
