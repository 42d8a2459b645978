import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { useField } from "../../queries.ts";
import { SettingSwitch } from "../../settings.tsx";
import { CommentList } from "./comment-list.tsx";
import { type CommentState, useCommentCounts } from "./use-comments.ts";
import "./comments.css";

const lists = ["held", "published", "rejected"] as const;

/** Readers' comments: pending, published and hidden; `of/ID` shows those on one post. */
export default function Comments({ rest: [asked, id] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const { data: counts } = useCommentCounts();
  const ofPost = asked === "of" ? (id ?? null) : null;
  const post = useField(["commented", ofPost], postQuery, { id: ofPost ?? "" }, { enabled: ofPost !== null });
  const list = lists.find((name) => name === asked) ?? (ofPost === null ? "held" : "published");
  const state = list.toUpperCase() as CommentState;
  return (
    <>
      <details className="view-settings">
        <summary>{messages.comments.settings}</summary>
        <SettingSwitch name="allowComment" label={messages.settings.site.allowComment} />
        <SettingSwitch name="commentsNeedApproval" label={messages.settings.site.commentsNeedApproval} />
      </details>
      <Tabs
        label={messages.views.comments}
        look="pills"
        path="/inbox/comments"
        names={lists}
        current={list}
        texts={messages.comments.tabs}
        counts={counts}
        formatCount={messages.comments.count}
      />
      {ofPost === null || !post.data ? (
        <CommentList key={state} state={state} />
      ) : (
        <CommentList key={ofPost} state={state} post={post.data} />
      )}
    </>
  );
}

const postQuery = graphql(
  "query CommentedPost($id: ID!) { publication(id: $id) { id title url commentsOpen } }",
);
