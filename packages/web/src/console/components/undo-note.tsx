import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** A finished action: its description, and how to undo it, if there is something to undo. */
export interface Undoable {
  /** Needed where several are shown. */
  readonly id?: string;
  readonly text: string;
  /** Something more that can be done with it. */
  readonly more?: { readonly text: string; act(): unknown };
  undo?(): unknown;
  /** For a note that stays until it is closed. */
  close?(): void;
}

/** How long "Undo" is offered, in milliseconds. */
const undoMs = 10_000;

/** The last action, with a button to undo it; hidden after a while. */
export function UndoNote({ done }: { done: Undoable | null }): ReactElement {
  const [over, setOver] = useState<Undoable | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(done), undoMs);
    return () => clearTimeout(timer);
  }, [done]);
  return <UndoNotes done={done && done !== over ? [done] : []} />;
}

/** The last actions, each with a button to undo it. */
export function UndoNotes({ done }: { done: readonly Undoable[] }): ReactElement {
  const messages = useMessages();
  return (
    <div className="undo" role="status">
      {done.map(({ id, text, more, undo, close }) => (
        <p key={id ?? text}>
          <span>{text}</span>
          {more && <Button look="plain" onClick={() => void more.act()} text={more.text} />}
          {undo && <Button look="plain" onClick={() => void undo()} text={messages.undo} />}
          {close && <Button look="quiet" onClick={close} text={messages.close} />}
        </p>
      ))}
    </div>
  );
}
