import { graphql } from "@freehold/client";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { LoadState } from "../../errors.tsx";
import { useField } from "../../queries.ts";
import { SettingSwitch } from "../../settings.tsx";
import { CommentList } from "./comment-list.tsx";
import { type CommentListName, useCommentCounts } from "./use-comments.ts";
import "./comments.css";

const lists = ["all", "held", "published", "rejected"] as const;
type ListName = (typeof lists)[number];

/**
 * Readers' comments: all, pending, published and hidden; `of/ID` shows those on one post. Without a name, the pending ones are
 * shown where there are any.
 */
export default function Comments({ rest: [asked, id] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const counting = useCommentCounts();
  const ofPost = asked === "of" ? (id ?? null) : null;
  const post = useField(["commented", ofPost], postQuery, { id: ofPost ?? "" }, { enabled: ofPost !== null });
  const named = lists.find((name) => name === asked) ?? (ofPost === null ? undefined : "all");
  const list = useOpenList(named, counting.data);
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
        current={list ?? null}
        texts={messages.comments.tabs}
        counts={counting.data}
        formatCount={messages.comments.count}
      />
      {list === undefined ? (
        <LoadState of={counting} />
      ) : (
        <CommentList
          key={ofPost ?? list}
          state={list.toUpperCase() as CommentListName}
          post={post.data ?? null}
        />
      )}
    </>
  );
}

/** The list that is named, or the one that is open without a name: chosen once, so that it does not change under the hand. */
function useOpenList(named: ListName | undefined, counts: { readonly held: number } | undefined) {
  const [chosen, choose] = useState<ListName>();
  if (named !== undefined) {
    if (chosen !== undefined) choose(undefined);
    return named;
  }
  if (chosen === undefined && counts) choose(counts.held > 0 ? "held" : "all");
  return chosen;
}

const postQuery = graphql(
  "query CommentedPost($id: ID!) { publication(id: $id) { id title url commentsOpen } }",
);
