import type { Address } from "@freehold/protocol";
import { dayMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { type Page, type PageRequest, readPageById } from "../../domain/paging.ts";
import type { SmallSettings } from "../../domain/settings/settings.ts";
import type { Tx } from "../../store/database.ts";
import type { PeerEventKind } from "../../store/tables/peers.ts";
import type { WorkQueue } from "../../store/tables/queues.ts";
import {
  countUnreadNotifications,
  listNotifications as listRecords,
  readNotificationsOf,
  readNotificationsUpTo,
} from "./store.ts";

/** The notifications of the owner, with the props of each type. Times are ISO 8601 UTC. */
export interface NotificationData {
  /** Somebody follows the owner. */
  follower: { address: Address; title: string; url: string };
  /** Somebody commented; `pending` waits for the owner. */
  comment: { commentId: number; publicationId: number; authorName: string; state: "pending" | "confirmed" };
  /** Somebody came by who says to have this address. */
  visitor: { address: Address };
  /** A node could not be reached for a day. */
  "failed-peer": { address: Address; title: string | null; url: string | null; since: string };
  /** A node changed in a way that needs its owner's signature, without one. */
  "peer-warning": { address: Address; title: string | null; url: string | null; kind: PeerEventKind };
  /** A webhook failed so often that it was switched off. */
  "failed-webhook": { webhookId: number; url: string };
  /** Bytes of publications are missing or damaged: how many, and the hash of the first one. */
  "damaged-content": { count: number; hash: string };
  /** A program proposes a draft to the owner. */
  proposal: { publicationId: number; agent: string; title: string };
  /** The backup of the day could not be made. */
  "failed-backup": { reason: string };
  /** The mail server refuses the sender, so that a post does not go out by mail. */
  "newsletter-stopped": { publicationId: number; title: string; answer: string };
  /** A check of the node failed twice in a row. */
  "failed-check": { check: string };
  /** Somebody signed in as the owner; `device` is null where it is unknown. */
  "sign-in": { tokenId: string; device: string | null; means: SignInMeans };
  /** Work was set aside, since the process died each time that it was tried. */
  "set-aside": { id: string; queue: WorkQueue };
  /** The clock jumped ahead, and nobody has said so far that it is right. */
  clock: { lastGood: string; shows: string };
}

/** How the owner signed in. */
export type SignInMeans = "key" | "passkey";

export type NotificationType = keyof NotificationData;

/** One notification, its props beside its type. */
export type Notification = {
  [T in NotificationType]: { readonly type: T } & Readonly<NotificationData[T]>;
}[NotificationType];

/** How one type is presented. */
interface Declaration<Props> {
  /** Off means: neither in the list nor by push. Null: always sent. */
  readonly setting: keyof SmallSettings | null;
  /** Identifies the subject. */
  subject(props: Props): string;
  /** The same subject is notified once in this time. */
  readonly onceInMs: number;
  /** Notifications of the type in an hour, where anybody can cause it; null without a limit. */
  readonly perHour: number | null;
}

const subjectOfComment = (id: number, state: "pending" | "confirmed"): string => `${id}:${state}`;

/** Every type, once. */
const notificationTypes: { readonly [T in NotificationType]: Declaration<NotificationData[T]> } = {
  follower: {
    setting: "notifyFollower",
    subject: ({ address }) => address,
    onceInMs: dayMs,
    perHour: 60,
  },
  comment: {
    setting: "notifyComment",
    subject: ({ commentId, state }) => subjectOfComment(commentId, state),
    onceInMs: dayMs,
    perHour: 60,
  },
  visitor: {
    setting: "notifyVisitor",
    subject: ({ address }) => address,
    onceInMs: dayMs,
    perHour: 12,
  },
  "failed-peer": {
    setting: "notifyFailedPeer",
    subject: ({ address }) => address,
    onceInMs: dayMs,
    perHour: null,
  },
  "peer-warning": {
    setting: null,
    subject: ({ address, kind }) => `${address}:${kind}`,
    onceInMs: dayMs,
    perHour: 20,
  },
  "failed-webhook": {
    setting: null,
    subject: ({ webhookId }) => String(webhookId),
    onceInMs: 0,
    perHour: null,
  },
  "damaged-content": {
    setting: null,
    subject: ({ hash }) => hash,
    onceInMs: dayMs,
    perHour: 1,
  },
  proposal: {
    setting: null,
    subject: ({ publicationId }) => String(publicationId),
    onceInMs: 60 * 60 * 1000,
    perHour: 30,
  },
  "failed-backup": {
    setting: null,
    subject: () => "",
    onceInMs: dayMs,
    perHour: null,
  },
  "newsletter-stopped": {
    setting: null,
    subject: ({ publicationId }) => String(publicationId),
    onceInMs: 0,
    perHour: null,
  },
  "failed-check": {
    setting: null,
    subject: ({ check }) => check,
    onceInMs: dayMs,
    perHour: null,
  },
  "sign-in": {
    setting: null,
    subject: ({ tokenId }) => tokenId,
    onceInMs: 0,
    perHour: null,
  },
  clock: { setting: null, subject: () => "", onceInMs: 0, perHour: null },
  "set-aside": {
    setting: null,
    subject: ({ id }) => id,
    onceInMs: dayMs,
    perHour: 20,
  },
};

/** The declaration of a type, for code that works on any type. */
export function declarationOf(type: NotificationType): Declaration<Notification> {
  return notificationTypes[type] as Declaration<Notification>;
}

/** One notification of the list. Times are ISO 8601 UTC. */
export type NotificationView = {
  [T in NotificationType]: {
    id: number;
    type: T;
    data: NotificationData[T];
    createdAt: string;
    /** Null: not read yet. */
    readAt: string | null;
  };
}[NotificationType];

/** A page of the owner's notifications, newest first. @throws AppError VALIDATION_FAILED as `readPage` */
export function listNotifications(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<NotificationView>> {
  return readPageById(request, async (page) => {
    const records = await listRecords(store.db, page);
    return records.map(
      ({ id, type, data, createdAt, readAt }) =>
        ({
          id,
          type,
          data: JSON.parse(data),
          createdAt: new Date(createdAt).toISOString(),
          readAt: readAt === null ? null : new Date(readAt).toISOString(),
        }) as NotificationView,
    );
  });
}

/** The number of unread notifications. */
export function countUnread({ store }: Pick<Context, "store">): Promise<number> {
  return countUnreadNotifications(store.db);
}

/**
 * Marks notifications as read up to the id `upTo`, so that later ones stay unread.
 *
 * @returns the number that were unread
 */
export function markNotificationsRead(
  { store, clock }: Pick<Context, "store" | "clock">,
  { upTo }: { upTo: number },
): Promise<number> {
  return store.transaction((tx) => readNotificationsUpTo(tx, upTo, clock.now()));
}

/** Marks what was notified of a comment as read, in the transaction in which the owner answered or moderated it. */
export async function markCommentRead(tx: Tx, commentId: number, now: number): Promise<void> {
  const subjects = (["pending", "confirmed"] as const).map((state) => subjectOfComment(commentId, state));
  await readNotificationsOf(tx, { type: "comment", subjects }, now);
}
