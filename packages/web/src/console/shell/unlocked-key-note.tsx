import { type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { unlockedKey } from "../../keystore/unlocked-key.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { formatTime } from "../components/format.ts";

/** Says that the owner's key is unlocked, and until when, and locks it. Nothing while it is locked. */
export function UnlockedKeyNote(): ReactElement | null {
  const { keyUnlocked, keyLocked, lockKey, language } = useMessages();
  const unlocked = useSyncExternalStore(unlockedKey.subscribe, unlockedKey.current);
  const [isJustLocked, setJustLocked] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button is gone: the focus stays where it was, and the result is read out.
    if (isJustLocked) note.current?.focus();
  }, [isJustLocked]);
  if (unlocked === null && !isJustLocked) return null;
  return (
    <div className="unlocked-key">
      <p ref={note} tabIndex={-1} onBlur={() => setJustLocked(false)}>
        {unlocked ? keyUnlocked(formatTime(unlocked.until, language)) : keyLocked}
      </p>
      {unlocked && (
        <Button
          look="plain small"
          onClick={() => {
            unlocked.lock();
            setJustLocked(true);
          }}
          text={lockKey}
        />
      )}
    </div>
  );
}
