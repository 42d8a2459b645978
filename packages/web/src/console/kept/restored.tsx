import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { formatDateTime } from "../components/format.ts";

/**
 * Says that a form has what was typed before the page was left.
 *
 * @param props.at when it was typed, in milliseconds; null for nothing
 * @param props.onDiscard absent where the form has a button for that itself
 */
export function Restored({
  at,
  onDiscard,
}: {
  at: number | null;
  onDiscard?: (() => void) | undefined;
}): ReactElement {
  const { language, kept } = useMessages();
  return (
    <div role="status" className="restored">
      {at !== null && <p className="hint">{kept.restored(formatDateTime(at, language))}</p>}
      {at !== null && onDiscard && <Button look="plain small" onClick={onDiscard} text={kept.discard} />}
    </div>
  );
}
