import { chineseNumber as number, zhText } from "../site/format.ts";
import type { readingEn } from "./reading-en.ts";

/** Texts of feeds and of the texts to read later, in Chinese. */
export const readingZh: typeof readingEn = {
  later: {
    label: "选择列表",
    tabs: { open: "待读", done: "已读" },
    empty: "你保存的文章及其正文副本会显示在这里。点击文章下方的“稍后阅读”即可保存。",
    emptyDone: "读过的文章会显示在这里。",
    done: "标为已读",
    again: "重新阅读",
    remove: "移除",
    noText: "没有保存正文，请打开原页面。",
    from: (source) => zhText`来自${source}`,
  },
  feeds: {
    empty: "你还没有订阅源。请输入订阅源的网址，或导入其他 RSS 阅读器的 OPML 文件。",
    hint: "支持 RSS、Atom 和 JSON Feed。其中的内容没有签名，只有你能在这里看到。",
    count: (value) => `${number.format(value)} 个订阅源`,
    unfollow: "取消订阅",
    unfollowTitle: (title) => zhText`取消订阅${title}？`,
    unfollowExplain: "它的条目会从时间线中移除。保存到稍后阅读的文章会保留。",
    read: "在时间线中查看",
    fetch: "立即读取",
    fetched: (when) => zhText`读取于${when}`,
    waiting: "尚未读取",
    gone: "它已永久关闭，不再读取。",
    dropped: "节点每次尝试都会崩溃，因此不再读取。",
    failing: (reason) => `无法读取：${reason}`,
    import: "导入 OPML",
    export: "导出 OPML",
    imported: (added, known, refused) =>
      [
        added === 0 ? "没有添加订阅源。" : `已添加 ${number.format(added)} 个订阅源。`,
        known > 0 ? `其中 ${number.format(known)} 个已经订阅。` : "",
        refused > 0 ? `${number.format(refused)} 个无法读取：只支持 https 网址，最多 1,000 个。` : "",
      ].join(""),
    isFeed: "这个网站的文章没有签名，但它有订阅源：",
    newest: "最新内容",
    subscribe: "订阅",
    subscribed: "你已订阅。",
    others: "此页面的其他订阅源",
  },
};
