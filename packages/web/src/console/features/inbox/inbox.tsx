import { lazy, type ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { viewAt } from "../view-at.tsx";
import { Notifications } from "./notifications.tsx";
import "../comments/comments.css";
import "./inbox.css";
import { LoadBoundary } from "../../components/load-boundary.tsx";
import { usePageTitle } from "../../shell/shell-context.ts";

const Comments = lazy(() => import("../comments/comments.tsx"));

const tabs = ["all", "comments"] as const;

/** Actions of others and failures, newest first (`/inbox`), and all comments with their moderation (`/inbox/comments`). */
function Inbox({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const current = tabs.find((name) => name === rest[0]) ?? "all";
  usePageTitle(messages.views[current === "comments" ? "comments" : "inbox"]);
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.inbox}</h1>
      </header>
      <Tabs
        label={messages.views.inbox}
        path="/inbox"
        names={tabs}
        current={current}
        texts={messages.inboxTabs}
      />
      <LoadBoundary key={current}>
        {current === "comments" ? <Comments rest={rest.slice(1)} /> : <Notifications />}
      </LoadBoundary>
    </>
  );
}

export default viewAt(/^(all|comments(\/(all|held|published|rejected|of\/[^/]+))?)?$/, Inbox);
