import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** A finished action: its description, and how to undo it. */
export interface Undoable {
  readonly text: string;
  undo(): void;
}

/** How long "Undo" is offered, in milliseconds. */
const undoMs = 10_000;

/** What was just done, with a button to undo it. */
export function UndoNote({ done }: { done: Undoable | null }): ReactElement {
  const messages = useMessages();
  const [over, setOver] = useState<Undoable | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(done), undoMs);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div className="undo" role="status">
      {done && done !== over && (
        <p>
          <span>{done.text}</span>
          <Button look="plain" onClick={() => done.undo()} text={messages.undo} />
        </p>
      )}
    </div>
  );
}
