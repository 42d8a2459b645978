import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { keptKey } from "../../keystore/kept-key.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { formatTime } from "../components/format.ts";

/** Says that the owner's key is unlocked, and until when, and locks it. Nothing while it is locked. */
export function KeptKeyNote(): ReactElement | null {
  const { keyUnlocked, keyLocked, lockKey, language } = useMessages();
  const kept = useSyncExternalStore(keptKey.subscribe, keptKey.current);
  const [isJustLocked, setJustLocked] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button is gone: the focus stays where it was, and what happened is read out.
    if (isJustLocked) note.current?.focus();
  }, [isJustLocked]);
  if (kept === null && !isJustLocked) return null;
  return (
    <div className="kept-key">
      <p ref={note} tabIndex={-1} onBlur={() => setJustLocked(false)}>
        {kept ? keyUnlocked(formatTime(kept.until, language)) : keyLocked}
      </p>
      {kept && (
        <Button
          look="plain small"
          onClick={() => {
            kept.lock();
            setJustLocked(true);
          }}
          text={lockKey}
        />
      )}
    </div>
  );
}
