import { chineseNumber as number, zhText } from "../site/format.ts";
import type { readersEn } from "./readers-en.ts";

/** Texts of readers by mail, in Chinese. */
export const readersZh: typeof readersEn = {
  hint: "读者在你的网站上填写邮箱，点击链接确认后，即可通过邮件接收你的文章。没有跟踪：没有隐藏图片，不统计点击。",
  switch: "读者可以通过邮件订阅",
  needsMail: "需要邮件服务器，请先在“邮件”中设置。",
  toMail: "设置邮件",
  needsAddress: "需要公开的网址。读者无法在现在的网址上确认或退订。",
  toAddress: "设置网址",
  sending: "新文章",
  sendings: {
    ask: "每次发布时询问",
    always: "每篇都发送",
    never: "不发送，除非我选择",
  },
  perHour: "每小时最多发送的邮件数",
  perHourHint: "0 表示不限。小型邮件服务器一般允许几百封。",
  save: "保存",
  counts: (active) => (active === 0 ? "没有订阅者" : `${number.format(active)} 位订阅者`),
  month: (joined, left) =>
    joined + left === 0
      ? "30 天内没有变化"
      : `30 天内${[
          ...(joined > 0 ? [`新增 ${number.format(joined)} 位`] : []),
          ...(left > 0 ? [`退订 ${number.format(left)} 位`] : []),
        ].join("，")}`,
  waiting: (pending) => `${number.format(pending)} 位未确认`,
  paused: (paused) => `${number.format(paused)} 位因退信暂停`,
  readers: "订阅者",
  search: "搜索邮箱",
  none: "还没有订阅者。订阅表单在首页、每篇文章下方和 /subscribe。",
  noneOff: "还没有订阅者。开启后，订阅表单会显示在首页、每篇文章下方和 /subscribe。",
  noMatch: "没有匹配的邮箱。",
  states: { PENDING: "未确认", PAUSED: "已暂停" },
  tags: (tags) => zhText`只收${tags}`,
  noPosts: "暂时不收文章",
  since: (day) => zhText`自${day}`,
  bounced: (status) => `邮件被退回（${status}）`,
  resume: "恢复",
  resumeAll: (paused) => `恢复全部 ${number.format(paused)} 位已暂停的订阅者`,
  resumeAllTitle: "恢复已暂停的订阅者？",
  resumeAllExplain: (paused) =>
    `${number.format(paused)} 位订阅者会收到你之后的文章。不存在的邮箱会在三天都有退信后再次暂停。`,
  remove: "删除",
  removeTitle: "删除这位订阅者？",
  removeExplain: (email) => zhText`${email}不会再收到邮件，并从这里删除。以后导入时也不会重新添加。`,
  add: "添加订阅者",
  address: "邮箱",
  addHint: "请只添加主动要求的人，系统不会再请他们确认。",
  importTitle: "导入",
  importHint: "含有 email 列的 CSV 文件，其他邮件订阅平台导出的就是这种文件。",
  choose: "选择文件",
  confirmed: "他们都同意通过邮件接收我的文章，我能证明",
  confirmedHint: "不勾选则每个人会收到一封带确认链接的邮件。",
  imported: (added, known, refused, invalid) =>
    `${[
      added === 0 ? "没有新增" : `新增 ${number.format(added)} 位`,
      ...(known > 0 ? [`已有 ${number.format(known)} 位`] : []),
      ...(refused > 0 ? [`${number.format(refused)} 位已退订`] : []),
      ...(invalid > 0 ? [`${number.format(invalid)} 行没有邮箱`] : []),
    ].join("，")}。`,
  exportAll: "导出",
  sent: "已发送的文章",
  noneSent: "文章通过邮件发送后，这里显示送达人数。",
  result: (delivered, recipients) =>
    delivered === 0 ? "尚未送达" : `已送达 ${number.format(delivered)} / ${number.format(recipients)}`,
  cameBack: (bounced) => `${number.format(bounced)} 封退信`,
  failed: (failed) => `${number.format(failed)} 封未发出`,
  unsure: (unsure) => `${number.format(unsure)} 封可能已发出`,
  problem: (said) =>
    said === ""
      ? "邮件服务器没有确认这些邮件，已停止发送。没有订阅者因此暂停。"
      : `邮件服务器拒绝你作为发件人，已停止发送。没有订阅者因此暂停。服务器返回：“${said}”`,
  sendRest: "发给其余订阅者",
  issueStates: {
    WRITING: "正在发送",
    SENDING: "正在发送",
    STOPPED: "已停止",
  },
  stop: "停止",
  preview: "预览邮件",
  test: "给我发测试邮件",
  tested: (to) => zhText`正在向${to}发送测试邮件。`,
  sendToReaders: (active) => `用邮件发给 ${number.format(active)} 位订阅者`,
  sendHint: "发布时发送一次，新版本不再发送。",
  sendNowHint: "点击后立即发送，只发一次。邮件无法撤回。",
  wasSent: "这篇文章已通过邮件发送。",
  outcomes: {
    later: "届时会用邮件发给你的订阅者。",
    sending: "正在用邮件发给你的订阅者。送达人数见“设置 → 邮件订阅”。",
    notSent: "不会用邮件发送。",
    stopped: "邮件发送已停止。送达人数见“设置 → 邮件订阅”。",
    notAll: "这篇文章已用邮件发送，但有人没有收到。可在“设置 → 邮件订阅”中发给其余订阅者。",
  },
};
