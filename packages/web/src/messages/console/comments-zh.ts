import type { commentsEn } from "./comments-en.ts";

const number = new Intl.NumberFormat("zh-Hans");

/** What is said of comments and of what the owner is told, in Chinese. */
export const commentsZh: typeof commentsEn = {
  comments: {
    lists: "列表",
    tabs: { HELD: "等你过目", PUBLISHED: "已显示", REJECTED: "已隐藏" },
    count: (value) => `${number.format(value)} 条`,
    empty: {
      HELD: "没有等你过目的。需要你先看的评论会在这里。",
      PUBLISHED: "还没有评论。读者在你文章下写的话会在这里。",
      REJECTED: "没有隐藏的。你不让读者看到的评论会在这里，随时可以恢复。",
    },
    nothingSo: "没有符合的内容。",
    by: (name) => `${name}的评论`,
    on: (title) => `评论“${title}”`,
    onlyPost: "只看这篇",
    onlyTheirs: "只看此人",
    ofOne: (name) => `只看${name}`,
    byMail: "以邮件确认",
    byWallet: "以钱包确认",
    approve: "显示",
    hide: "隐藏",
    delete: "永久删除",
    pick: (name) => `选中${name}的评论`,
    pickAll: "全部选中",
    picked: (value) => `已选 ${number.format(value)} 条`,
    moved: {
      PUBLISHED: (value) => `读者现在看得到这 ${number.format(value)} 条评论。`,
      REJECTED: (value) => `已隐藏 ${number.format(value)} 条评论。`,
      HELD: (value) => `${number.format(value)} 条评论重新等待过目。`,
    },
    deleteTitle: (name) => `删除${name}的评论？`,
    deleteExplain: "删除后谁也无法找回。如果只是不想让读者看到，请隐藏它。",
    blockExplain:
      "以后用这个邮箱写的评论都不再接受，无论换什么名字。对方在确认评论时才会得知；已有的评论保持原样。",
    take: "接受评论",
    approveFirst: "我看过之后才显示",
    takeHere: "这篇文章接受评论",
    settings: "怎样接受评论",
    theirs: "评论者",
  },
  notices: {
    empty: "还没有发生什么。谁关注了你、文章下有什么话、有什么需要你处理，都会在这里。",
    markRead: "全部标为已读",
    unread: (value) => (value === 0 ? "你都看过了。" : `有 ${number.format(value)} 件你还没看。`),
    isNew: "新",
    follower: (name) => `${name}关注了你。`,
    commentWaits: (name) => `${name}写了一条评论，等你过目。`,
    comment: (name) => `${name}写了一条评论。`,
    visitor: (address) => `有人来访，自称 ${address}。`,
    failedPeer: (name, since) => `${since}起联系不上${name}。`,
    failedWebhook: (url) => `一个 webhook 屡次失败，已被关闭：${url}`,
    damaged: (value) => `有 ${number.format(value)} 个文件丢失或损坏。`,
    backup: "每日备份没能完成。",
    kinds: "告诉你什么",
    settings: {
      notifyFollower: "谁开始关注我",
      notifyComment: "文章下有什么话",
      notifyVisitor: "谁来访并自报身份",
      notifyFailedPeer: "谁一整天联系不上",
    },
    always: "这里的故障（文件、备份、webhook）总会告诉你。",
  },
};
