import { chineseNumber as number, zhText } from "../site/format.ts";
import type { deliveryEn } from "./delivery-en.ts";

/** Texts about deliveries to other nodes, in Chinese. */
export const deliveryZh: typeof deliveryEn = {
  delivery: {
    tabs: { pending: "等待中", refused: "被拒绝", expired: "已放弃", posts: "按文章" },
    count: (value) => `${number.format(value)} 件`,
    empty: {
      pending: "没有等待送达的内容。你签名的内容会发给关注者，送达之前显示在这里。",
      refused: "没有被拒绝的内容。被其他网站拒收或因不再需要而未发送的内容会显示在这里，并注明原因。",
      expired: "没有送达失败的内容。文章 30 天内、资料一小时内未送达，会显示在这里。",
      posts: "还没有签名的文章。每篇签名的文章会显示在这里，并显示已收到的网站的头像。",
    },
    mail: (waiting, ended) =>
      [
        waiting > 0 && `${number.format(waiting)} 封邮件已尝试超过一小时。`,
        ended > 0 && `最近一天有 ${number.format(ended)} 封邮件未发出。`,
      ]
        .filter(Boolean)
        .join(""),
    mailReason: (reason) => `最近的原因：${reason}`,
    oldest: (value, when) => zhText`有 ${number.format(value)} 件在等待，最早的始于${when}。`,
    kinds: {
      CONNECTION_CREATE: "你的关注",
      CONNECTION_DESTROY: "取消关注",
      PROFILE_UPDATE: "你的资料",
    },
    to: (name) => zhText`发给${name}`,
    states: {
      has: "已送达",
      sending: "发送中",
      waitingNow: "等待中",
      waiting: (when) => zhText`${when}起等待`,
      refused: "被拒绝",
      notSent: "没有发送",
      expired: "已放弃",
    },
    avatarOf: (name, state) => `${name}：${state}`,
    next: (when) => zhText`${when}重试。`,
    nextSoon: "即将重试。",
    tries: (value) => (value === 0 ? "还没有尝试。" : `已尝试 ${number.format(value)} 次。`),
    arrived: (when) => zhText`${when}送达。`,
    ended: (when) => zhText`${when}结束。`,
    tryNow: "立即重试",
    tryAll: "全部立即重试",
    tried: (value) =>
      value === 0 ? "没有需要重试的。" : `已为 ${number.format(value)} 个网站开始新的尝试。`,
    of: (title) => `《${title}》的送达情况`,
    which: "筛选",
    filters: { all: "全部", PENDING: "等待中", REFUSED: "被拒绝", EXPIRED: "已放弃", DONE: "已送达" },
    counts: (done, pending, lost) =>
      [
        done === 0 ? "尚未送达" : `${number.format(done)} 个已送达`,
        ...(pending > 0 ? [`${number.format(pending)} 个等待中`] : []),
        ...(lost > 0 ? [`${number.format(lost)} 个失败`] : []),
      ].join("，"),
    nobody: "没有送达记录：签名时没有关注者、没有通知关注者，或记录已被清理。",
    more: (value) => `还有 ${number.format(value)} 个`,
    gone: "已删除的文章",
  },
  sentMentions: {
    title: "已通知的链接网页（Webmention）",
    none: "还没有通知过网页。文章链接到接收提及的网页时，每个网页及其响应会显示在这里。",
    states: { WAITING: "等待中", SENT: "已通知", NONE: "不接收提及", FAILED: "未能通知" },
    receipt: "处理结果",
  },
};
