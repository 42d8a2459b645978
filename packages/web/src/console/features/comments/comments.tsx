import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { SettingSwitch } from "../../settings.tsx";
import { CommentList } from "./comment-list.tsx";
import { type CommentState, useCommentCounts } from "./use-comments.ts";
import "./comments.css";

const lists = ["held", "published", "rejected"] as const;

/** Readers' comments: pending, published and hidden. */
export default function Comments({ rest: [asked] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const { data: counts } = useCommentCounts();
  const list = lists.find((name) => name === asked) ?? "held";
  const state = list.toUpperCase() as CommentState;
  return (
    <>
      <h1>{messages.views.comments}</h1>
      <details className="view-settings">
        <summary>{messages.comments.settings}</summary>
        <SettingSwitch name="allowComment" label={messages.settings.site.allowComment} />
        <SettingSwitch name="commentsNeedApproval" label={messages.settings.site.commentsNeedApproval} />
      </details>
      <Tabs
        label={messages.lists}
        path="/comments"
        names={lists}
        current={list}
        texts={messages.comments.tabs}
        counts={counts}
        formatCount={messages.comments.count}
      />
      <CommentList key={state} state={state} />
    </>
  );
}
