import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/**
 * A modal dialog with its title; it is open while it is rendered.
 *
 * @param onClose receives the value of the button that closed it; empty for Escape
 */
export function Modal({
  title,
  look,
  onClose,
  children,
}: {
  title: ReactNode;
  look?: string;
  onClose: (value: string) => void;
  children: ReactNode;
}): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closing it before it is removed returns the focus to the control that opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A long one is read from its beginning, although its only button is at the end.
    const heading = element?.querySelector("h2");
    if (element && heading && element.scrollTop > 0) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      element.scrollTop = 0;
    }
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={look}
      aria-labelledby={id}
      onClose={() => onClose(dialog.current?.returnValue ?? "")}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** Asks for confirmation before an action that can't be undone, with the fields of `children`, if any. */
export function ConfirmDialog({
  title,
  explain,
  act,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  explain: string;
  /** The label of the button that confirms. */
  act: string;
  onConfirm: () => void;
  /** Called after `onConfirm` as well. */
  onClose: () => void;
  children?: ReactNode;
}): ReactElement {
  const messages = useMessages();
  const close = (value: string) => {
    if (value === "yes") onConfirm();
    onClose();
  };
  return (
    <Modal title={title} onClose={close}>
      <p>{explain}</p>
      <form method="dialog">
        {children}
        <div className="choices">
          <Button type="submit" value="yes" text={act} />
          <Button type="submit" value="no" look="plain" text={messages.cancel} />
        </div>
      </form>
    </Modal>
  );
}
