import type { deliveryEn } from "./delivery-en.ts";

const number = new Intl.NumberFormat("zh-Hans");

/** What is said of what goes to other nodes, in Chinese. */
export const deliveryZh: typeof deliveryEn = {
  delivery: {
    lists: "列表",
    tabs: { pending: "等待中", refused: "被拒绝", expired: "已放弃", posts: "按文章" },
    count: (value) => `${number.format(value)} 件`,
    empty: {
      pending: "没有等待的内容。你签名的文字从这里发往关注者，送到之前都会列在这里。",
      refused: "没有被拒绝的内容。别的节点拒收的内容会列在这里，并说明原因。",
      expired: "没有放弃的内容。三十天内都送不到的会列在这里。",
      posts: "还没有签名的文字。每篇签名的文字会列在这里，并显示谁已收到。",
    },
    oldest: (value, when) => `有 ${number.format(value)} 件在等待，最早的始于${when}。`,
    kinds: {
      PUBLICATION: "一篇文字",
      CONNECTION_CREATE: "你的关注",
      CONNECTION_DESTROY: "关注的结束",
      PROFILE_UPDATE: "你的资料",
    },
    to: (name) => `发给${name}`,
    states: {
      has: "已收到",
      onItsWay: "正在路上",
      waitingNow: "等待中",
      waiting: (when) => `${when}起等待`,
      refused: "拒收",
      expired: "已放弃",
    },
    faceOf: (name, state) => `${name}：${state}`,
    next: (when) => `${when}再试。`,
    nextSoon: "马上再试。",
    tries: (value) => (value === 0 ? "还没有试过。" : `已试 ${number.format(value)} 次。`),
    arrived: (when) => `${when}送到。`,
    ended: (when) => `${when}结束。`,
    tryNow: "现在再试",
    tryAll: "现在全部再试",
    tried: (value) => (value === 0 ? "没有需要再试的。" : `正在尝试 ${number.format(value)} 个节点。`),
    of: (title) => `谁收到了“${title}”`,
    which: "哪些",
    filters: { all: "全部", PENDING: "等待中", REFUSED: "被拒绝", EXPIRED: "已放弃", DONE: "已收到" },
    counts: (done, pending, lost) =>
      [
        `${number.format(done)} 人已收到`,
        ...(pending > 0 ? [`${number.format(pending)} 人等待中`] : []),
        ...(lost > 0 ? [`${number.format(lost)} 人没有收到`] : []),
      ].join("，"),
    nobody: "签名时还没有人关注你，或者时间太久，已不再留有记录。",
    nobodySo: "没有这样的人。",
    more: (value) => `还有 ${number.format(value)} 人`,
    details: "原因",
    see: "投递",
    seeOf: (title) => `“${title}”的投递`,
    gone: "一篇已经不在的文字",
  },
};
