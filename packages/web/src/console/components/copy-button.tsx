import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";

/** How long it says that it was copied, in milliseconds. */
const saidForMs = 2_000;

/** Copies a text with one touch, and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }): ReactElement {
  const messages = useMessages();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), saidForMs);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <button
      type="button"
      className="quiet small"
      aria-live="polite"
      onClick={() => navigator.clipboard.writeText(text).then(() => setDone(true))}
    >
      {done ? messages.copied : (label ?? messages.copy)}
    </button>
  );
}
