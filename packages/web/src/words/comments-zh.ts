import type { commentsEn } from "./comments-en.ts";

const number = new Intl.NumberFormat("zh-CN");

/** What is said of comments, and to those who write them, in Chinese. */
export const commentsZh: typeof commentsEn = {
  conversation: {
    title: "评论",
    count: (value) => `${number.format(value)} 条评论`,
    nothingYet: "这里还没有人说话。",
    closed: "这里不接受评论。",
    closedNow: "这里不再接受新的评论。",
    earlier: "从第一条评论看起",
    later: "往后的评论",
    signed: "作者已签名",
    yours: "是你写的？",
    yoursBy: (name) => `${name} 的这条评论是你写的吗？可以删除`,
  },

  commenting: {
    title: "写评论",
    hint: "可以用一点 Markdown：*斜体*、**加粗**、> 引用、`代码`。",
    name: "你的名字",
    mail: "你的邮箱地址",
    mailHint: "邮箱绝不公开。我们会寄去一个链接，点开以后评论才会显示。",
    approval: "评论要先给主人看过，大家才看得到。",
    send: "发送",
    noMail: "这个节点不发邮件，评论要用钱包签名，这需要 JavaScript。",
    byWallet: "用钱包签名",
    explain: "你将签名表示：这些话是你写的，只用在这篇文章下面。不付任何费用。钱包会先告诉我们它有哪把密钥。",
    ready: "钱包已就绪。它会再问一次，然后你的话就签好了。",
    sign: "签名并发送",
    sentTitle: "请查看邮箱",
    sent: "一封带链接的邮件正寄给你。一天之内点开链接，你的评论就会显示。",
    back: "回到刚才读的地方",
    published: "你的评论已经显示，带着你密钥的签名。",
    held: "你的评论已收下，等主人看过就会显示。",
    keptTitle: "评论没有发出去",
    kept: "你写的字都在下面，没有丢。",
  },

  ownComment: {
    title: "这条评论是你写的吗？",
    signedBy: "它由这个地址签名，也只有这个地址能删除它：",
    needsScript: "删除要用钱包签名，这需要 JavaScript。",
    explain: "你将签名表示：永久删除这一条评论。不付任何费用。钱包会先告诉我们它有哪把密钥。",
    ready: "钱包已就绪。它会再问一次，然后评论就删掉了。",
    sign: "签名并删除",
    byMail: "它是用一个邮箱地址写的。填上那个地址，邮件会带来一个删除它的链接。",
    ask: "把链接寄给我",
    asked: "如果评论确实是用那个地址写的，一封带链接的邮件已经上路。链接一天之内有效。",
  },

  commentFields: {
    body: (most) => `评论要有内容，最多 ${number.format(most)} 个字符。`,
    name: (most) => `名字只能是一行，最多 ${number.format(most)} 个字符。`,
    mail: () => "这不像邮箱地址。它应该是 name@place.example 这样的。",
  },

  commentProblems: {
    VALIDATION_FAILED: "评论要有内容，名字只能是一行，邮箱地址要完整。",
    RATE_LIMITED: "短时间内评论太多了。请等一会儿再发。",
    COMMENT_DISABLED: "主人已不在这里接受评论。",
    MAIL_NOT_CONFIGURED: "这个节点不发邮件。可以用钱包给评论签名。",
    NOT_FOUND: "评论所属的内容已经不在这里。",
    FORBIDDEN: "主人不接受你的评论。",
    UNAUTHENTICATED: "请填上写这条评论时用的邮箱地址。",
    INVALID_SIGNATURE: "签名或链接不属于这条评论。",
    EXPIRED_SIGNATURE: "确认得太晚了。请重新写一次。",
    elsewhere: "它来自别的网站的页面。请从这里发送。",
    other: "节点没能完成。请过一会儿再试。",
    offline: "连不上节点。你写的字还在，请过一会儿再试。",
  },

  comments: {
    confirmTitle: "这条评论是你写的吗？",
    confirmWords: "它是用你的邮箱地址写的。确认之后，它会以你的名字显示。",
    confirmAction: "确认评论",
    deleteTitle: "要删除你的评论吗？",
    deleteWords: "删除以后，谁也找不回来。",
    deleteAction: "删除评论",
    thanks: "谢谢",
    published: "你的评论已经公开，人人可读。",
    held: "等这座房子的主人看过，你的评论就会显示。",
    gone: "已经没有了",
    deleted: "你的评论已删除。",
    failedTitle: "没有成功",
    tooLate: "这件事已经做过，或者已经太迟。",
  },
};
