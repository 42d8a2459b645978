import { type ReactElement, useEffect, useState } from "react";
import { useSiteMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** How long "Copied" is shown, in milliseconds. */
const shownForMs = 2_000;

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: { text: string; label?: string }): ReactElement {
  const { copy, copied } = useSiteMessages().digits;
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), shownForMs);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      look="quiet small"
      aria-live="polite"
      onClick={() => navigator.clipboard.writeText(text).then(() => setDone(true))}
      text={done ? copied : (label ?? copy)}
    />
  );
}
