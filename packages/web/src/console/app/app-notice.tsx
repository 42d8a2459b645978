import { type ReactElement, useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { useOnline } from "../errors.tsx";
import { update } from "./register-worker.ts";
import "./app-notice.css";

/** Notices about the app itself: offline, or a new version. */
export function AppNotice({ isUnreachable = false }: { isUnreachable?: boolean }): ReactElement {
  const messages = useMessages();
  const isOnline = useOnline();
  const isNewer = useSyncExternalStore(update.subscribe, update.isThere);
  return (
    <div role="status" className="app-notice">
      {(!isOnline || isUnreachable) && <p>{messages.settings.app.offline}</p>}
      {isNewer && (
        <p>
          {messages.settings.app.newer}{" "}
          <Button look="plain small" onClick={update.take} text={messages.settings.app.load} />
        </p>
      )}
    </div>
  );
}
