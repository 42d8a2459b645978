import { lazy, type ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { Link } from "../../shell/routes.tsx";
import { usePageTitle } from "../../shell/shell-context.ts";
import { useWaitingCounts } from "../../shell/waiting-counts.ts";
import { useOutboxCounts } from "../delivery/use-outbox.ts";
import { viewAt } from "../view-at.tsx";
import { PostList } from "./post-list.tsx";
import "./posts.css";
import { LoadBoundary } from "../../components/load-boundary.tsx";

const Proposals = lazy(() => import("./proposals.tsx"));
const Media = lazy(() => import("./media.tsx"));
const Tags = lazy(() => import("./tags/tags.tsx"));
const Trash = lazy(() => import("./trash.tsx"));
const Delivery = lazy(() => import("../delivery/delivery.tsx"));

const tabs = ["all", "proposals", "media", "tags", "delivery", "trash"] as const;

/** The owner's posts in every state (`/posts`, `/posts/drafts` for some), what programs propose, their pictures, files and tags, their delivery, and what was deleted. */
function Posts({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const current = tabs.find((name) => name === rest[0]) ?? "all";
  usePageTitle(current === "all" ? messages.views.posts : messages.postTabs[current]);
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.posts}</h1>
        <Link className="button" to="/write">
          {messages.posts.new}
        </Link>
      </header>
      <Tabs
        label={messages.views.posts}
        path="/posts"
        names={tabs}
        current={current}
        texts={messages.postTabs}
        counts={{ delivery: useOutboxCounts()?.pending ?? 0, proposals: useWaitingCounts().proposals }}
        formatCount={messages.delivery.count}
      />
      <LoadBoundary key={current}>
        {current === "proposals" && <Proposals />}
        {current === "media" && <Media />}
        {current === "tags" && <Tags />}
        {current === "trash" && <Trash />}
        {current === "delivery" && <Delivery rest={rest.slice(1)} />}
        {current === "all" && <PostList asked={rest[0]} />}
      </LoadBoundary>
    </>
  );
}

const places =
  /^(all|drafts|local|signed|proposals|media|tags|trash|delivery(\/(pending|refused|expired|posts|\d+))?)?$/;
export default viewAt(places, Posts);
