import { type ReactElement, useEffect, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** Asks for confirmation before an action that can't be undone. */
export function ConfirmDialog({
  title,
  explain,
  act,
  onClose,
}: {
  title: string;
  explain: string;
  /** The label of the button that confirms. */
  act: string;
  onClose: (isConfirmed: boolean) => void;
}): ReactElement {
  const messages = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onClose={() => onClose(dialog.current?.returnValue === "yes")}
    >
      <h2 id="confirm-title">{title}</h2>
      <p>{explain}</p>
      <form method="dialog" className="choices">
        <Button type="submit" value="yes" text={act} />
        <Button type="submit" value="no" look="plain" text={messages.cancel} />
      </form>
    </dialog>
  );
}
