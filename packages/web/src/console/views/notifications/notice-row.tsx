import type { Address } from "@freehold/protocol";
import type { ReactElement } from "react";
import { nameOfNode } from "../../people/name-of-node.ts";
import { Portrait } from "../../people/portrait.tsx";
import { sayMoment } from "../../publications/say-moment.ts";
import { Link } from "../../shell/link.tsx";
import type { ConsoleWords } from "../../words/en.ts";
import { useSiteWords, useWords } from "../../words/use-words.ts";

interface NodeFacts {
  readonly address: Address;
  readonly title: string | null;
  readonly url: string | null;
}

interface Facts {
  readonly FOLLOWER: NodeFacts;
  readonly COMMENT: { readonly authorName: string; readonly state: "pending" | "confirmed" };
  readonly VISITOR: { readonly address: Address };
  readonly FAILED_PEER: NodeFacts & { readonly since: string };
  readonly FAILED_WEBHOOK: { readonly url: string };
  readonly DAMAGED_CONTENT: { readonly count: number };
  readonly FAILED_BACKUP: object;
}

/** Something that the owner was told; the fields are those of the GraphQL schema, times ISO 8601. */
export type Notice = {
  [T in keyof Facts]: {
    readonly id: string;
    readonly type: T;
    readonly data: Facts[T];
    readonly createdAt: string;
    readonly readAt: string | null;
  };
}[keyof Facts];

/** One notification: what happened, when, and the way to what it is about. */
export function NoticeRow({ notice }: { notice: Notice }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const { sentence, to, address } = tell(notice, words, (at) => site.day(Date.parse(at)));
  const isUnread = notice.readAt === null;
  return (
    <li className={isUnread ? "row notice is-unread" : "row notice"} data-item={notice.id} tabIndex={-1}>
      {address ? <Portrait address={address} /> : <span className="notice-mark" aria-hidden="true" />}
      <div className="row-words">
        <Link to={to}>{sentence}</Link>
        <small>
          <time dateTime={notice.createdAt}>{sayMoment(Date.parse(notice.createdAt), words.language)}</time>
          {isUnread && <strong>{words.notices.isNew}</strong>}
        </small>
      </div>
    </li>
  );
}

interface Told {
  readonly sentence: string;
  /** The place that it is about, below `/console`. */
  readonly to: string;
  readonly address?: Address;
}

function tell({ type, data }: Notice, { notices }: ConsoleWords, day: (iso: string) => string): Told {
  switch (type) {
    case "FOLLOWER":
      return { sentence: notices.follower(nameOfNode(data)), to: "/people/followers", address: data.address };
    case "COMMENT":
      return data.state === "pending"
        ? { sentence: notices.commentWaits(data.authorName), to: "/comments" }
        : { sentence: notices.comment(data.authorName), to: "/comments/published" };
    case "VISITOR": {
      const { address } = data;
      const name = nameOfNode({ address, title: null, url: null });
      return { sentence: notices.visitor(name), to: "/people/followers", address };
    }
    case "FAILED_PEER": {
      const sentence = notices.failedPeer(nameOfNode(data), day(data.since));
      return { sentence, to: "/delivery", address: data.address };
    }
    case "FAILED_WEBHOOK":
      return { sentence: notices.failedWebhook(data.url), to: "/settings" };
    case "DAMAGED_CONTENT":
      return { sentence: notices.damaged(data.count), to: "/status" };
    case "FAILED_BACKUP":
      return { sentence: notices.backup, to: "/status" };
  }
}
