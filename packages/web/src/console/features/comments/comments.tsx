import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { SettingSwitch } from "../../components/setting-switch.tsx";
import { Link } from "../../shell/routes.tsx";
import { CommentList } from "./comment-list.tsx";
import { type CommentState, useCommentCounts } from "./use-comments.ts";
import "./comments.css";

const states = { held: "HELD", published: "PUBLISHED", rejected: "REJECTED" } as const;

/** Readers' comments: pending, published and hidden. */
export default function Comments({ rest: [asked = ""] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const { data: counts } = useCommentCounts();
  const list = asked in states ? (asked as keyof typeof states) : "held";
  const state: CommentState = states[list];
  return (
    <>
      <h1>{messages.views.comments}</h1>
      <details className="view-settings">
        <summary>{messages.comments.settings}</summary>
        <SettingSwitch name="allowComment" label={messages.comments.allow} />
        <SettingSwitch name="commentsNeedApproval" label={messages.comments.approveFirst} />
      </details>
      <nav className="tabs" aria-label={messages.comments.lists}>
        {(Object.keys(states) as (keyof typeof states)[]).map((name) => (
          <Link key={name} to={`/comments/${name}`} aria-current={name === list ? "true" : undefined}>
            {messages.comments.tabs[states[name]]}
            {counts && counts[name] > 0 && <small>{messages.comments.count(counts[name])}</small>}
          </Link>
        ))}
      </nav>
      <CommentList key={state} state={state} />
    </>
  );
}
