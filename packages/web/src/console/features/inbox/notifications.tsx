import type { Address } from "@freehold/protocol";
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
import { mutation } from "../../graphql.ts";
import { nodeName } from "../../people/person-card.tsx";
import { useAction } from "../../queries.ts";
import { SettingSwitch } from "../../settings.tsx";
import { actOnFocused, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { icons } from "../../shell/navigation-icons.ts";
import { Link } from "../../shell/routes.tsx";
import { useWaitingCounts } from "../../shell/waiting-counts.ts";
import { CommentArticle, CommentOrigin } from "../comments/comment-row.tsx";
import type { Comment, CommentState } from "../comments/use-comments.ts";
import { useModeration } from "../comments/use-moderation.ts";

/** The notifications, newest first, and the settings for them. */
export function Notifications(): ReactElement {
  const messages = useMessages();
  const { unread } = useWaitingCounts();
  const list = usePagedList<Notice>(["notifications"], query, {}, { refetchInterval: 60_000 });
  const read = useAction(markNotificationsRead);
  // Notifications that arrived meanwhile stay unread.
  const [newest] = list.items;
  const markRead = () => newest && read.mutate({ upTo: newest.id });
  useListKeys(list);
  const moderation = useModeration();
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
          {newest && messages.notices.unread(unread)}
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
            onMove={({ id, state }, to) => moderation.move({ ids: [id], from: state, to })}
          />
        )}
      </PagedList>
      <UndoNote done={moderation.done} />
    </>
  );
}

const kinds = ["notifyFollower", "notifyComment", "notifyVisitor", "notifyFailedPeer"] as const;

const query = /* GraphQL */ `
  query Notifications($after: String) {
    notifications(first: 30, after: $after) {
      nodes {
        id type data createdAt readAt
        comment {
          id state authType authorName authorAddress ens { name picture } body createdAt mention { kind source speaker }
          publication { id title url commentsOpen }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const markNotificationsRead = mutation<{ upTo: string }>(/* GraphQL */ `
  mutation MarkRead($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) }
`);

interface PeerData {
  readonly address: Address;
  readonly title: string | null;
  readonly url: string | null;
}

interface NoticeData {
  readonly FOLLOWER: PeerData;
  readonly COMMENT: { readonly authorName: string; readonly state: "pending" | "confirmed" };
  readonly VISITOR: { readonly address: Address };
  readonly FAILED_PEER: PeerData & { readonly since: string };
  readonly PEER_WARNING: PeerData & { readonly kind: string };
  readonly FAILED_WEBHOOK: { readonly url: string };
  readonly DAMAGED_CONTENT: { readonly count: number };
  readonly FAILED_BACKUP: object;
  readonly SIGN_IN: { readonly device: string | null; readonly means: "key" | "passkey" };
  readonly SET_ASIDE: { readonly id: string };
  readonly CLOCK: { readonly lastGood: string; readonly shows: string };
  readonly PROPOSAL: { readonly agent: string; readonly title: string };
}

/** A notification, as in the GraphQL schema; times are ISO 8601. */
type Notice = {
  [T in keyof NoticeData]: {
    readonly id: string;
    readonly type: T;
    readonly data: NoticeData[T];
    readonly createdAt: string;
    readonly readAt: string | null;
    /** Null for another type, and for one that was deleted. */
    readonly comment: Comment | null;
  };
}[keyof NoticeData];

/** One notification: the event, its time, and a link; for a comment the comment itself, to be answered and moderated in place. */
function NoticeRow({
  notice,
  onMove,
}: {
  notice: Notice;
  onMove: (comment: Comment, to: CommentState) => void;
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
          {comment && <CommentOrigin comment={comment} />}
        </small>
        {comment && (
          <CommentArticle comment={comment} isAnnounced onMove={(state) => onMove(comment, state)} />
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

/** The text of a notification, the path of its view below `/console`, and whom it is about. */
function describeNotice(
  { type, data, comment }: Notice,
  { notices, peerHistory }: ConsoleMessages,
  day: (iso: string) => string,
): { sentence: string; to: string; address?: Address } {
  switch (type) {
    case "FOLLOWER":
      return {
        sentence: notices.follower(nodeName(data)),
        to: `/home/people/followers/${data.address}`,
        address: data.address,
      };
    case "COMMENT": {
      const [waits, there] = comment?.mention
        ? [notices.mentionWaits, notices.mention]
        : [notices.commentWaits, notices.comment];
      return data.state === "pending"
        ? { sentence: waits(data.authorName), to: "/inbox/comments" }
        : { sentence: there(data.authorName), to: "/inbox/comments/published" };
    }
    case "VISITOR": {
      const name = nodeName({ ...data, title: null, url: null });
      return { sentence: notices.visitor(name), to: "/home/people/followers", ...data };
    }
    case "FAILED_PEER": {
      const sentence = notices.failedPeer(nodeName(data), day(data.since));
      return { sentence, to: "/posts/delivery", address: data.address };
    }
    case "PEER_WARNING": {
      const kind = data.kind.toUpperCase().replaceAll("-", "_") as keyof typeof peerHistory.kinds;
      const sentence = notices.peerWarning(nodeName(data), peerHistory.kinds[kind]);
      return { sentence, to: `/home/people/following/${data.address}`, address: data.address };
    }
    case "FAILED_WEBHOOK":
      return { sentence: notices.failedWebhook(data.url), to: "/settings" };
    case "DAMAGED_CONTENT":
      return { sentence: notices.damaged(data.count), to: "/settings/status" };
    case "PROPOSAL":
      return { sentence: notices.proposal(data.agent, data.title), to: "/posts/proposals" };
    case "FAILED_BACKUP":
      return { sentence: notices.backup, to: "/settings/status" };
    case "SIGN_IN":
      return { sentence: notices.signIn(data.device, data.means === "passkey"), to: "/settings/access" };
    case "CLOCK":
      return { sentence: notices.clock(day(data.lastGood), day(data.shows)), to: "/settings/status" };
    case "SET_ASIDE":
      return { sentence: notices.setAside(data.id), to: "/settings/status" };
  }
}
