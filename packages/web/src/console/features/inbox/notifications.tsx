import { graphql } from "@freehold/client";
import { type Address, parseAddress } from "@freehold/protocol";
import type { ReactElement } from "react";
import type { Drawing } from "../../../drawings/drawing.ts";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { UndoNote } from "../../components/undo-note.tsx";
import { inlineDrawing } from "../../elements.ts";
import { Trouble } from "../../errors.tsx";
import { type ItemOf, mutation } from "../../graphql.ts";
import { nodeName } from "../../people/person-card.tsx";
import { isRecord, useAction } from "../../queries.ts";
import { SettingSwitch } from "../../settings.tsx";
import { actOnFocused, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { icons } from "../../shell/navigation-icons.ts";
import { Link } from "../../shell/routes.tsx";
import { useWaitingCounts } from "../../shell/waiting-counts.ts";
import { useCommentDialogs } from "../comments/comment-dialogs.tsx";
import { CommentArticle, CommentOrigin, CommentStateMark } from "../comments/comment-row.tsx";
import { type Comment, type CommentState, commentFields } from "../comments/use-comments.ts";
import { useModeration } from "../comments/use-moderation.ts";

/** The notifications, newest first, and the settings for them. */
export function Notifications(): ReactElement {
  const messages = useMessages();
  const { unread, isKnown } = useWaitingCounts();
  const list = usePagedList(["notifications"], query, {}, { refetchInterval: 60_000 });
  const read = useAction(markNotificationsRead);
  // Notifications that arrived meanwhile stay unread.
  const [newest] = list.items;
  const markRead = () => newest && read.mutate({ upTo: newest.id });
  useListKeys(list);
  const moderation = useModeration();
  const { actsOn, dialog } = useCommentDialogs(moderation);
  useKeys({
    r: markRead,
    a: () => actOnFocused("approve"),
    h: () => actOnFocused("hide"),
    e: () => actOnFocused("answer"),
  });
  return (
    <>
      <header className="view-head">
        <p className="hint" role="status">
          {newest && isKnown && messages.notices.unread(unread)}
        </p>
        {unread > 0 && (
          <Button
            look="plain"
            disabled={read.isPending}
            onClick={markRead}
            text={messages.notices.markRead}
          />
        )}
      </header>
      <details className="view-settings">
        <summary>{messages.notices.kinds}</summary>
        {kinds.map((name) => (
          <SettingSwitch key={name} name={name} label={messages.notices.settings[name]} />
        ))}
        <p className="hint">{messages.notices.always}</p>
      </details>
      <Trouble error={read.error ?? moderation.problem} />
      <PagedList list={list} empty={messages.notices.empty} as="ol">
        {(notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onMove={(comment, to) => moderation.move([comment], to)}
            actsOn={actsOn}
          />
        )}
      </PagedList>
      <UndoNote done={moderation.done} />
      {dialog}
    </>
  );
}

const kinds = ["notifyFollower", "notifyComment", "notifyVisitor", "notifyFailedPeer"] as const;

const query = graphql(
  `query Notifications($after: String) {
    notifications(first: 30, after: $after) {
      nodes { id type data createdAt readAt comment { ...CommentFields } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [commentFields],
);
const markNotificationsRead = mutation(
  graphql("mutation MarkRead($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) }"),
);

type Notice = ItemOf<typeof query>;

/** One notification: the event, its time, and a link; for a comment the comment itself, to be answered and moderated in place. */
function NoticeRow({
  notice,
  onMove,
  actsOn,
}: {
  notice: Notice;
  onMove: (comment: Comment, to: CommentState) => void;
  actsOn: ReturnType<typeof useCommentDialogs>["actsOn"];
}): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const { sentence, to, address } = describeNotice(notice, messages, (at) => site.day(Date.parse(at)));
  const isUnread = notice.readAt === null;
  const { comment } = notice;
  const whose = address ?? comment?.authorAddress;
  return (
    <li className={isUnread ? "row notice is-unread" : "row notice"} data-item={notice.id} tabIndex={-1}>
      {whose ? <Avatar address={whose} /> : inlineDrawing(markOf(notice.type), "notice-mark", null)}
      <div className="row-text">
        <Link to={to}>{sentence}</Link>
        <small>
          <time dateTime={notice.createdAt}>
            {formatMoment(Date.parse(notice.createdAt), messages.language)}
          </time>
          {isUnread && <strong>{messages.notices.isNew}</strong>}
          {comment?.state === "REJECTED" && <CommentStateMark state="REJECTED" />}
          {comment && <CommentOrigin comment={comment} />}
        </small>
        {comment && (
          <CommentArticle
            comment={comment}
            showsState
            isAnnounced
            onMove={(state) => onMove(comment, state)}
            {...actsOn(comment)}
          />
        )}
      </div>
    </li>
  );
}

/** The icon of notifications without an address: a comment by mail, a draft of a program, or a failure. */
function markOf(type: Notice["type"]): Drawing {
  if (type === "COMMENT") return icons.comment;
  if (type === "SIGN_IN") return icons.settings;
  return type === "PROPOSAL" ? icons.write : icons.problem;
}

/** The properties of an event; a missing text is empty. */
function readProperties(data: unknown) {
  const values = isRecord(data) ? data : {};
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const address = parseAddress(values.address);
  const name = nodeName({ address: text("address"), title: text("title"), url: text("url") });
  return { text, count: Number(values.count ?? 0), address, name };
}

/** The text of a notification, the path of its view below `/console`, and whom it is about. */
export function describeNotice(
  { type, data, comment }: Pick<Notice, "type" | "data" | "comment">,
  { notices, peerHistory }: ConsoleMessages,
  day: (iso: string) => string,
): { sentence: string; to: string; address?: Address | null } {
  const { text, count, address, name } = readProperties(data);
  switch (type) {
    case "FOLLOWER":
      return { sentence: notices.follower(name), to: `/home/people/followers/${text("address")}`, address };
    case "COMMENT":
      return describeComment(text("authorName"), comment, notices);
    case "VISITOR":
      return { sentence: notices.visitor(name), to: "/home/people/followers", address };
    case "FAILED_PEER":
      return { sentence: notices.failedPeer(name, day(text("since"))), to: "/posts/delivery", address };
    case "PEER_WARNING": {
      const kinds: Readonly<Record<string, string>> = peerHistory.kinds;
      const kind = kinds[text("kind").toUpperCase().replaceAll("-", "_")] ?? "";
      const to = `/home/people/following/${text("address")}`;
      return { sentence: notices.peerWarning(name, kind), to, address };
    }
    case "FAILED_WEBHOOK":
      return { sentence: notices.failedWebhook(text("url")), to: "/settings/webhooks" };
    case "DAMAGED_CONTENT":
      return { sentence: notices.damaged(count), to: "/settings/status" };
    case "PROPOSAL":
      return { sentence: notices.proposal(text("agent"), text("title")), to: "/posts/proposals" };
    case "FAILED_BACKUP":
      return { sentence: notices.backup, to: "/settings/data" };
    case "NEWSLETTER_STOPPED": {
      const sentence = notices.newsletterStopped(text("title"), text("answer"));
      return { sentence, to: "/settings/newsletter" };
    }
    case "FAILED_CHECK": {
      const check = text("check");
      return { sentence: notices.failedCheck(notices.checks[check] ?? check), to: "/settings/status" };
    }
    case "SIGN_IN": {
      const sentence = notices.signIn(text("device") || null, text("means") === "passkey");
      return { sentence, to: "/settings/access" };
    }
    case "CLOCK":
      return { sentence: notices.clock(day(text("lastGood")), day(text("shows"))), to: "/settings/status" };
    case "SET_ASIDE":
      return { sentence: notices.setAside(text("id")), to: "/settings/status" };
  }
}

/** A comment or mention in its present state; null for one that is deleted. */
function describeComment(name: string, comment: Notice["comment"], notices: ConsoleMessages["notices"]) {
  if (!comment) return { sentence: notices.commentGone(name), to: "/inbox/comments" };
  const { mention, state } = comment;
  const [waits, there] = mention
    ? [notices.mentionWaits, notices.mention]
    : [notices.commentWaits, notices.comment];
  if (state === "HELD") return { sentence: waits(name), to: "/inbox/comments/held" };
  return { sentence: there(name), to: `/inbox/comments/${state === "REJECTED" ? "rejected" : "published"}` };
}
