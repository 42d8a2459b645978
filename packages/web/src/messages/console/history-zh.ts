import { zhText } from "../site/format.ts";
import type { historyEn } from "./history-en.ts";

export const historyZh: typeof historyEn = {
  peerHistory: {
    title: "往来记录",
    empty: "还没有任何记录。",
    kinds: {
      MET: "你的网站首次得知它",
      FOLLOWED_YOU: "关注了你",
      UNFOLLOWED_YOU: "不再关注你",
      REMOVED_YOU: "把你移出了它的关注者",
      YOU_FOLLOWED: "你关注了它",
      YOU_UNFOLLOWED: "你不再关注它",
      YOU_REMOVED: "你把它移出了关注者",
      DENIED_FOLLOW: "它说自己没有关注你",
      PROFILE_SIGNED: "新的资料",
      PROFILE_READ: "资料有改动，但没有签名",
      MOVED: "搬到了新网址",
      BLOCKED: "你屏蔽了它",
      UNBLOCKED: "你解除了屏蔽",
      UNREACHABLE: "一整天无法连接",
      REACHABLE: "已恢复连接",
      OTHER_ADDRESS: "它的网址使用了另一把密钥",
      OTHER_URL: "使用或声称使用另一个网址，但没有签名",
      TWO_URLS: "同一把密钥用于两个网址",
      OLDER_PROFILE: "收到了比已知更旧的资料",
    },
    signed: "有签名，刚刚验证通过",
    broken: "签名无效",
    unsigned: "没有签名",
    warning: "警告",
    warningHint:
      "没有签名不应发生这样的变化。可能是误操作、恢复了旧备份，或有人冒充。请通过其他途径向站长确认。",
    changed: (before, after) => `${before} → ${after}`,
    nothing: "（空）",
  },
  receipts: {
    has: (when) => zhText`已有这篇文章（${when}）。`,
    accepted: (when) => zhText`已收到证明（${when}），会自行获取文章。`,
    unknown: "没有记录它的响应。",
    ask: "立即询问",
    explain: "询问会重新发送证明。网站获取文章时不带身份，因此不在此列出。",
    answers: {
      HAS: "对方已有这篇文章。",
      ACCEPTED: "对方再次收到证明，尚无文章，会自行获取。",
      DENIED: "对方已不再关注你。",
      SILENT: "对方没有响应。",
    },
  },
};
