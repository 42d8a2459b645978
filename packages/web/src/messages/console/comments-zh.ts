import { chineseNumber as number, zhText } from "../site/format.ts";
import type { commentsEn } from "./comments-en.ts";

/** Texts about comments and notifications, in Chinese. */
export const commentsZh: typeof commentsEn = {
  comments: {
    tabs: { all: "全部", held: "待审核", published: "已发布", rejected: "已隐藏" },
    count: (value) => `${number.format(value)} 条`,
    marks: { HELD: "待审核", REJECTED: "已隐藏" },
    empty: {
      ALL: "还没有评论。读者的评论会显示在这里。",
      HELD: "没有待审核的评论。需要你审核的评论会显示在这里。",
      PUBLISHED: "没有已发布的评论。读者能看到的评论会显示在这里。",
      REJECTED: "没有隐藏的评论。你隐藏的评论会显示在这里，可以恢复。",
    },
    by: (name) => zhText`${name}的评论`,
    on: (title) => `在《${title}》下`,
    onlyPost: "只看这篇",
    onlyTheirs: "只看此人",
    ofOne: (name) => zhText`只看${name}`,
    byMail: "邮箱已验证",
    byWallet: "钱包已验证",
    unsigned: "来自其他网站，未签名",
    imported: "随文章导入，未签名",
    mentionKinds: {
      REPLY: "回复于",
      LIKE: "点赞于",
      REPOST: "转发于",
      BOOKMARK: "收藏于",
      MENTION: "提及于",
    },
    approve: "通过",
    hide: "隐藏",
    delete: "删除",
    select: (name) => zhText`选择${name}的评论`,
    selectAll: "全选",
    selected: (value) => `已选 ${number.format(value)} 条`,
    moved: {
      PUBLISHED: (value) => `已发布 ${number.format(value)} 条评论。`,
      REJECTED: (value) => `已隐藏 ${number.format(value)} 条评论。`,
      HELD: (value) => `${number.format(value)} 条评论恢复为待审核。`,
    },
    blockExplain:
      "不再接受来自这个邮箱的评论，无论用什么名字。对方在确认评论时才会得知。已有的评论保持不变。",
    blockAuthorExplain: (name, site) =>
      zhText`不再接受 ${site} 上署名${name}的提及。经由 ${site} 的其他人不受影响。已有的内容保持不变。`,
    blockSiteExplain: (site) => zhText`不再接受来自 ${site} 的任何提及，无论作者是谁。已有的内容保持不变。`,
    blockWholeSite: (site) => zhText`屏蔽整个 ${site}`,
    allowHere: "这篇文章允许评论",
    settings: "评论设置",
  },
  notices: {
    empty: "还没有通知。新的关注者、新评论和需要处理的问题会显示在这里。",
    markRead: "全部标为已读",
    unread: (value) => (value === 0 ? "全部已读。" : `${number.format(value)} 条未读`),
    isNew: "新",
    follower: (name) => zhText`${name}关注了你。`,
    commentWaits: (name) => zhText`${name}写了一条评论，需要你审核。`,
    comment: (name) => zhText`${name}写了一条评论。`,
    commentGone: (name) => zhText`${name}写了一条评论，已删除。`,
    mentionWaits: (name) => zhText`${name}提到了你的文章，需要你审核。`,
    mention: (name) => zhText`${name}提到了你的文章。`,
    visitor: (address) => `有访客表明身份：${address}`,
    peerWarning: (name, what) => zhText`请留意${name}：${what}。`,
    failedPeer: (name, since) => zhText`从 ${since} 起，一整天无法连接${name}。`,
    failedWebhook: (url) => `一个 Webhook 多次失败，已停用：${url}`,
    damaged: (value) => `发现 ${number.format(value)} 个文件丢失或损坏。`,
    backup: "每日备份失败。",
    newsletterStopped: (title, said) =>
      `邮件服务器拒收你的邮件，《${title}》没有发给其余读者。${said === "" ? "" : `它说：${said}`}`,
    checks: {
      "machine.certificate": "证书文件",
      "machine.clock": "时钟",
      "machine.disk": "磁盘空间",
      "machine.permissions": "数据文件夹的访问权限",
      "outside.certificate": "证书",
      "work.mail": "邮件服务器",
    },
    failedCheck: (what) => `网站有一项检查未通过：${what}。处理办法见“状态”。`,
    signIn: (device, isPasskey) =>
      `${isPasskey ? "使用通行密钥登录" : "使用你的密钥登录"}：${device ?? "未知设备"}。如果不是你本人，请结束该会话。`,
    clock: (from, to) =>
      `节点的时钟从 ${from} 跳到了 ${to}。时钟可疑期间不会签名或发送邮件，解决办法见“状态”。`,
    setAside: (id) => `节点每次尝试 ${id} 都会崩溃，因此已将其搁置。“状态”中列出了搁置的任务。`,
    proposal: (agent, title) =>
      title === "" ? `${agent} 提交了一篇文章。` : `${agent} 提交了《${title}》。`,
    kinds: "通知设置",
    settings: {
      notifyFollower: "新的关注者",
      notifyComment: "新评论",
      notifyVisitor: "表明身份的访客",
      notifyFailedPeer: "一整天无法连接的网站",
    },
    always: "有新的登录，文件、备份、Webhook 和发给读者的邮件出问题，或程序提交文章时，总会通知你。",
  },
};
