import type { MessageLanguage } from "./choose-language.ts";
import type { Notification, NotificationData } from "./notification.ts";

/** The words of a push, for a device that has no page of this node open. */
interface PushText {
  readonly title: string;
  readonly body: string;
}

type Catalogue = {
  readonly [T in keyof NotificationData]: (facts: Readonly<NotificationData[T]>) => PushText;
};

const nameOfPeer = ({ title, url, address }: NotificationData["failed-peer"]): string =>
  `${title ?? address}${url === null ? "" : ` (${url})`}`;

const en: Catalogue = {
  follower: ({ title, url }) => ({ title: "A new follower", body: `${title} (${url})` }),
  comment: ({ authorName, state }) => ({
    title: state === "pending" ? "A comment waits for you" : "A new comment",
    body: authorName,
  }),
  visitor: ({ address }) => ({ title: "A visitor", body: address }),
  "failed-peer": (facts) => ({ title: "A node can't be reached", body: nameOfPeer(facts) }),
  "failed-webhook": ({ url }) => ({ title: "A webhook was switched off", body: url }),
  "damaged-content": ({ count }) => ({
    title: "Files are missing or damaged",
    body: `${count}; see the node's log`,
  }),
  "failed-backup": ({ reason }) => ({ title: "The daily backup failed", body: reason }),
};

const zh: Catalogue = {
  follower: ({ title, url }) => ({ title: "有人关注了你", body: `${title}（${url}）` }),
  comment: ({ authorName, state }) => ({
    title: state === "pending" ? "有一条评论等你过目" : "有一条新评论",
    body: authorName,
  }),
  visitor: ({ address }) => ({ title: "有访客来访", body: address }),
  "failed-peer": (facts) => ({ title: "有节点联系不上", body: nameOfPeer(facts) }),
  "failed-webhook": ({ url }) => ({ title: "一个网络钩子已停用", body: url }),
  "damaged-content": ({ count }) => ({ title: "有文件缺失或损坏", body: `${count} 个；详见节点的日志` }),
  "failed-backup": ({ reason }) => ({ title: "每日备份失败", body: reason }),
};

/** What each push says, in each language that this node writes. */
export const pushMessages: Readonly<Record<MessageLanguage, Catalogue>> = { en, zh };

/** The words of a push about a notification. */
export function formatPush(language: MessageLanguage, notification: Notification): PushText {
  const say = pushMessages[language][notification.type] as (facts: Notification) => PushText;
  return say(notification);
}
