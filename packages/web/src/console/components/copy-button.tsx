import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** How long "Copied" is shown, in milliseconds. */
const saidForMs = 2_000;

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: { text: string; label?: string }): ReactElement {
  const messages = useMessages();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), saidForMs);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      look="quiet small"
      aria-live="polite"
      onClick={() => navigator.clipboard.writeText(text).then(() => setDone(true))}
      text={done ? messages.copied : (label ?? messages.copy)}
    />
  );
}
