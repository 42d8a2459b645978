import type { MessageLanguage } from "../../domain/mail/mail-texts.ts";
import type { Notification, NotificationData } from "./notification.ts";

/** The words of a push, for a device that has no page of this node open. */
interface PushText {
  readonly title: string;
  readonly body: string;
}

type PushCatalogue = {
  readonly [T in keyof NotificationData]: (fields: Readonly<NotificationData[T]>) => PushText;
};

const nameOfPeer = ({
  title,
  url,
  address,
}: Pick<NotificationData["failed-peer"], "title" | "url" | "address">): string =>
  `${title ?? address}${url === null ? "" : ` (${url})`}`;

/** The checks of which the owner is told, in words. */
const checksEn: Readonly<Record<string, string>> = {
  "machine.certificate": "Certificate files",
  "machine.clock": "Clock",
  "machine.disk": "Disk space",
  "machine.permissions": "Access to the data folder",
  "outside.certificate": "Certificate",
  "work.mail": "Email server",
};
const checksZh: Readonly<Record<string, string>> = {
  "machine.certificate": "证书文件",
  "machine.clock": "时钟",
  "machine.disk": "磁盘空间",
  "machine.permissions": "数据文件夹的访问权限",
  "outside.certificate": "证书",
  "work.mail": "邮件服务器",
};

const englishPushes: PushCatalogue = {
  follower: ({ title, url }) => ({ title: "A new follower", body: `${title} (${url})` }),
  comment: ({ authorName, state }) => ({
    title: state === "pending" ? "A comment needs your approval" : "A new comment",
    body: authorName,
  }),
  visitor: ({ address }) => ({ title: "A visitor", body: address }),
  "failed-peer": (fields) => ({ title: "A site can't be reached", body: nameOfPeer(fields) }),
  "peer-warning": (fields) => ({
    title: "Warning: a site changed without a signature",
    body: nameOfPeer(fields),
  }),
  "failed-webhook": ({ url }) => ({ title: "A webhook was turned off", body: url }),
  "damaged-content": ({ count }) => ({
    title: "Files are missing or damaged",
    body: `${count}; see the node's log`,
  }),
  proposal: ({ agent, title }) => ({ title: `${agent} proposes a post`, body: title }),
  "failed-backup": ({ reason }) => ({ title: "The daily backup failed", body: reason }),
  "newsletter-stopped": ({ title, answer }) => ({
    title: `The mail server refuses your emails: “${title}” was stopped`,
    body: answer,
  }),
  "failed-check": ({ check }) => ({
    title: "A check of your site fails",
    body: `${checksEn[check] ?? check}. Settings, Status says what to do.`,
  }),
  clock: ({ shows }) => ({ title: "The clock jumped ahead: confirm it or correct it", body: shows }),
  "sign-in": ({ device, means }) => ({
    title: "A new sign-in",
    body: `${device ?? "An unknown device"}, ${means === "passkey" ? "with a passkey" : "with your key"}`,
  }),
  "set-aside": ({ queue }) => ({
    title: "A task was set aside: the node crashed each time it was tried",
    body: queue,
  }),
};

const chinesePushes: PushCatalogue = {
  follower: ({ title, url }) => ({ title: "有人关注了你", body: `${title}（${url}）` }),
  comment: ({ authorName, state }) => ({
    title: state === "pending" ? "有一条评论待审核" : "有一条新评论",
    body: authorName,
  }),
  visitor: ({ address }) => ({ title: "有访客表明身份", body: address }),
  "failed-peer": (fields) => ({ title: "有网站无法连接", body: nameOfPeer(fields) }),
  "peer-warning": (fields) => ({ title: "警告：有网站未签名就发生了变化", body: nameOfPeer(fields) }),
  "failed-webhook": ({ url }) => ({ title: "一个 Webhook 已关闭", body: url }),
  "damaged-content": ({ count }) => ({ title: "有文件缺失或损坏", body: `${count} 个；详见节点的日志` }),
  proposal: ({ agent, title }) => ({ title: `${agent} 提交了一篇草稿`, body: title }),
  "failed-backup": ({ reason }) => ({ title: "每日备份失败", body: reason }),
  "newsletter-stopped": ({ title, answer }) => ({
    title: `邮件服务器拒收你的邮件：《${title}》已停止发送`,
    body: answer,
  }),
  "failed-check": ({ check }) => ({
    title: "你的网站有一项检查未通过",
    body: `${checksZh[check] ?? check}。处理办法见“设置”中的“状态”。`,
  }),
  clock: ({ shows }) => ({ title: "时钟突然超前：请确认或校正", body: shows }),
  "sign-in": ({ device, means }) => ({
    title: "有新的登录",
    body: `${device ?? "未知设备"}，使用${means === "passkey" ? "通行密钥" : "你的密钥"}`,
  }),
  "set-aside": ({ queue }) => ({ title: "有任务已搁置：每次尝试都会使节点崩溃", body: queue }),
};

/** The texts of each push in each language of this node. */
export const pushMessages: Readonly<Record<MessageLanguage, PushCatalogue>> = {
  en: englishPushes,
  zh: chinesePushes,
};

/** The words of a push about a notification. */
export function formatPush(language: MessageLanguage, notification: Notification): PushText {
  const say = pushMessages[language][notification.type] as (fields: Notification) => PushText;
  return say(notification);
}
