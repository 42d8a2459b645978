import { zhText } from "../site/format.ts";
import type { historyEn } from "./history-en.ts";

export const historyZh: typeof historyEn = {
  peerHistory: {
    title: "往来记录",
    empty: "还没有任何记录。",
    kinds: {
      MET: "你的网站第一次得知它",
      FOLLOWED_YOU: "关注了你",
      UNFOLLOWED_YOU: "不再关注你",
      REMOVED_YOU: "把你移出了它的关注者",
      YOU_FOLLOWED: "你关注了它",
      YOU_UNFOLLOWED: "你不再关注它",
      YOU_REMOVED: "你把它移出了关注者",
      DENIED_FOLLOW: "它说自己没有关注你",
      PROFILE_SIGNED: "新的资料",
      PROFILE_READ: "资料里的文字变了",
      MOVED: "搬到了新网址",
      BLOCKED: "你屏蔽了它",
      UNBLOCKED: "你解除了屏蔽",
      UNREACHABLE: "一整天无法连接",
      REACHABLE: "已恢复连接",
      OTHER_ADDRESS: "在它的网址上应答的是别人的密钥",
      OTHER_URL: "在另一个网址应答，或自称如此，但没有签名",
      TWO_URLS: "同一把密钥在两个网址上应答",
      OLDER_PROFILE: "收到了比已知更旧的资料",
    },
    signed: "有签名，刚刚核验过",
    broken: "签名不对",
    unsigned: "没有人签名",
    warning: "警告",
    warningHint:
      "没有签名就不该发生这样的事。可能是弄错了，可能是恢复了旧备份，也可能有人在冒充它。请通过其他途径向它的站长确认。",
    changed: (before, after) => `${before} → ${after}`,
    nothing: "（空）",
  },
  receipts: {
    has: (when) => zhText`它说已经有这篇文章（${when}）。`,
    accepted: (when) => zhText`它收下了证明（${when}），会自己来取文章。`,
    unknown: "没有保存它的应答。",
    ask: "立即询问",
    explain: "询问就是把证明再发一次。来取文章的节点不会表明身份，所以这里不列出哪些节点取过。",
    answers: {
      HAS: "它说已经有这篇文章。",
      ACCEPTED: "它又收下了一次证明：还没有这篇文章，或者已经丢失，会自己来取。",
      DENIED: "它说已经不再关注你。",
      SILENT: "它没有应答。",
    },
  },
};
