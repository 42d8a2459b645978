import type { Messages } from "./en.ts";
import { formatSize, chineseNumber as number } from "./format.ts";

const locale = "zh-CN";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });

/** Everything that a page says, in Chinese. */
export const zh: Messages = {
  language: "zh-Hans",
  name: "中文",

  day: (ms) => day.format(ms),
  second: (ms) => `${day.format(ms)} ${clock.format(ms)}（UTC）`,
  month: (ms) => month.format(ms),
  size: (bytes) => formatSize(bytes, (few) => `${number.format(few)} 字节`),
  number: (value) => number.format(value),

  home: {
    nothingYet: "文章会出现在这里，新的在前。",
    nothingSoFarBack: "这么早的时候还没有文章。",
    longText: "一篇长文",
    readOn: "阅读全文",
    pages: "翻页",
    newer: "较新的",
    older: "较早的",
    titleOfPage: (title, page) => `${title} · 第 ${page} 页`,
  },

  post: {
    card: "这篇文章的印章，和作者的头像。",
    original: (author: string): string => `阅读原文：${author}`,
    diagramSource: "此图的源文本",
    onlyHere: "仅在此处",
    signed: "已签名",
    file: "文件",
    tooLong: (size) => `这篇文字太长，一页放不下（${size}）。`,
    asMarkdown: "读它的 Markdown 原文",
    allPostsOf: (owner) => `${owner} 的全部文章`,
  },

  digits: {
    copy: "复制",
    copied: "已复制",
  },

  about: {
    title: "关于本站",
    follow: (owner) => `${owner} 在自己的节点上写作。要从你的节点关注，请给它这个地址：`,
    alone: (owner) => `${owner} 在自己的节点上写作。`,
    signedBy: "本站签名的文章均由此地址签名",
  },

  welcome: {
    title: "欢迎使用 Freehold",
    noOwner: "节点已在运行，还没有所有者。设置只要简单四步。",
    findLink: "请打开节点启动时打印在终端或日志里的链接：它以 /install#code=… 结尾，里面带有安装码。",
    setUp: "开始设置",
    orCommand: "也可以在启动节点的文件夹里，用命令行完成：",
    command: 'npx --no-install freehold init --url https://你的地址 --title "你的名字"',
    whatItDoes: "无论哪种方式，密钥都留在你手里。别的节点会通过你填写的地址找到你。",
    afterwards: "设置完成后，你的文章会出现在这里。",
  },

  notFound: {
    title: "页面不存在",
    text: "它已被删除，或者地址有误。",
    link: "返回首页",
  },

  lists: {
    tagged: (tag) => `#${tag}`,
    nothingTagged: "没有带这个标签的文章。",
    archive: "归档",
    nothingArchived: "文章会按月份列在这里。",
    untitled: "无标题",
    followers: "关注者",
    following: "正在关注",
    followersOf: (owner) => `关注 ${owner} 的节点`,
    followingOf: (owner) => `${owner} 关注的节点`,
    noFollowers: "还没有人关注这个节点。",
    noFollowing: "这个节点还没有关注谁。",
    next: "下一页",
  },

  search: {
    title: "搜索",
    titleFor: (query) => `搜索“${query}”`,
    label: "词、“短语”或 #标签",
    nothing: (query) => `没有找到“${query}”。请少写几个词再试。`,
    begin: "请写一个或几个词。引号里的“几个字”会连在一起找，#标签 找标签，before:2026-01-31 找更早的。",
    inComment: "在评论里",
  },

  proof: {
    signedBy: (owner) => `${owner} 签名`,
    who: "谁",
    when: "何时",
    whichBytes: "哪些字节",
    hashIs: "这些字节的 SHA-256 哈希",
    theBytes: "签名时的原样字节",
    folded: "地址、哈希与签名",
    address: "密钥的地址",
    signature: "签名",
    anybody: "任何人都可以自己核对，不必相信这个节点：其他任何节点的 /verify 页面都能核对。本节点：",
    checking: "正在你的浏览器里读取字节并核对。",
    bytesMatch: "已在你的浏览器里核对：这就是签名时的字节。",
    bytesDiffer: "这不是签名时的字节，有人改动过。",
    signatureMatches: "已在你的浏览器里核对：这把密钥在这一秒签了它。",
    signatureDiffers: "这把密钥没有签过它。",
    unreadable: "没能读到字节，所以什么也没有核对。请过一会儿再试。",
  },

  verify: {
    title: "核验签名",
    intro: "任何节点的任何文章或文件，都从字节开始重新核验，不凭任何人的一面之词。",
    label: "地址、哈希，或本站编号",
    action: "核验",
    file: "也可以选一个你自己的文件。文件不会离开你的设备，只在浏览器里计算哈希。",
    hashing: "正在你的浏览器里读取文件。",
    isHash: "这是你文件的哈希。点“核验”，看看是谁签的名。",
    isSigned: "你的文件与签名时逐字节一致，签名无误。已在你的浏览器里核验。",
    isOther: "你的文件不是签名时的那一份。",
    unreadable: "文件读不出来，所以什么也没有核验。",
    notRead: "看不懂这个输入。请给出哈希、本站的编号，或以哈希结尾的地址，例如 https://…/publications/0x…。",
    nothing: "本站没有这个哈希或编号的内容。请给出文章在原节点上的地址。",
    unsigned: "它只在本站：没有人为它签名，所以无从核验。",
    whole: "它名副其实",
    broken: "有一处对不上",
    open: "没能全部核验",
    heldHere: "刚刚核验了本站保存的副本。",
    fetchedFrom: (node: string): string => `刚刚从 ${node} 取来，并在本站核验。`,
    checks: {
      node: {
        good: "节点有回应，并说明了所有者是谁。",
        bad: "那里回应的不是一个节点。",
        unknown: "联系不上那个节点，请稍后再试。",
      },
      listed: {
        good: "它在那个节点的签名目录里。",
        bad: "它不在那个节点的目录里，没有人说签过它。",
        unknown: "没能把那个节点的目录读完。",
      },
      publisher: {
        good: "发布者就是那个节点的所有者。",
        bad: "发布者不是那个节点的所有者。",
        unknown: "不知道是谁发布的。",
      },
      signature: {
        good: "这把密钥签的正是这个哈希、这一秒。",
        bad: "这把密钥没有签过它。",
        unknown: "签名没能核验。",
      },
      time: {
        good: "签名的时刻已经过去。",
        bad: "签名的时刻还在将来。",
        unknown: "时间没能核验。",
      },
      bytes: {
        good: "字节的哈希与签名时一致。",
        bad: "字节的哈希不同：它们不是签名时的内容。",
        unknown: "字节读不出来或太大，所以没有核验。",
      },
    },
  },

  follow: {
    label: "你的节点的地址",
    look: "继续",
    noWallet: "这个浏览器里没有钱包，没法在这里签名。请把本站的地址交给你自己的节点。",
    found: "找到了那个节点。接下来钱包会告诉我们它有哪把密钥；这一步不签任何东西。",
    explain: "你将签名表示：从现在起，你的节点关注这个节点。不付任何费用，随时可以取消。",
    sign: "签名并关注",
    done: "你的节点已经关注本站，会收到新文章。",
  },

  followProblems: {
    NO_NODE_URL: "这不是节点的地址。节点的地址以 https:// 开头，后面是名称。",
    UNREACHABLE: "这个地址没有人应答。请看看有没有写错；如果没错，就是你的节点现在不在。",
    NO_ANSWER: "那个节点很久没有应答。请过一会儿再试。",
    BAD_CERTIFICATE: "这个地址无法证明它就是它自己：证书有误或已过期。",
    ADDRESS_NOT_ALLOWED: "这个名称通向私有网络，或者这里不会呼叫的端口。",
    NO_NODE: "那里有应答，但不是节点。请再看看地址。",
    OTHER_NODE: "那里应答的是另一个节点，与它自称的不符。什么也没有签。",
    YOURSELF: "这正是你眼前的节点。请填你自己节点的地址。",
    NOT_SUPPORTED: "你的节点使用较早的格式，没法这样关注。请改从你的节点上关注。",
    NOT_YET: "你的节点还没有接受，所以还没有关注成。这个节点会在一小时内再试。",
    PEER_FAILED: "你的节点没有接受，所以没有关注成。请改从你的节点上关注。",
    INVALID_TIMESTAMP: "从开始到现在过了太久。请重新看一看你的节点，再签名。",
    STALE_REQUEST: "期间已有新的决定。请重新看一看你的节点，再签名。",
    INVALID_SIGNATURE: "这个签名不是你节点的密钥签的，没有关注成。",
    RATE_LIMITED: "服务器正忙，请稍后再试。",
    other: "这个节点没能完成。请过一会儿再试。",
    offline: "连不上这个节点。你填的还在，请过一会儿再试。",
  },

  walletSteps: {
    waiting: "请稍等。",
    none: "这个浏览器里没有钱包，没法在这里签名。",
    open: "打开钱包",
    several: "用哪个钱包？",
    unnamed: "没有名称的钱包",
    otherNetwork: "钱包在别的网络上，没法签这个。它会请你切换到以太坊；不付任何费用。",
    change: "切换网络",
  },

  presence: {
    nobody: "现在这里看不到别人。",
    one: "现在有 1 位访客在这里。",
    many: "现在有 # 位访客在这里。",
    beSeen: "让人看到我在这里",
    leave: "不再显示我在这里",
    failed: "节点没能记下。请稍后再试。",
  },

  wallet: {
    silent: "钱包一分钟没有回应，它的窗口可能被本页挡住了。没有签名，请重试。",
    refused: "你在钱包里拒绝了。没有签名。",
    busy: "钱包里还有一个未处理的请求。请先处理它，再重试。",
    "other-chain": "钱包连接的是其他网络。请切换到以太坊，再重试。",
    "other-account": "钱包打开的是另一个账户。请换成那个节点的账户，再试一次。",
    contract: "这个地址是合约，其他节点无法核对它的签名。请使用普通账户。",
    failed: "钱包没能完成操作。没有签名，请重试。",
  },

  conversation: {
    title: "评论",
    count: (value) => `${number.format(value)} 条评论`,
    nothingYet: "还没有评论。",
    closed: "评论已关闭。",
    closedNow: "评论现已关闭。",
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
    approval: "评论经站长审核后才会公开。",
    send: "发送",
    noMail: "这个节点不发邮件，评论要用钱包签名，这需要 JavaScript。",
    byWallet: "用钱包签名",
    explain: "你将签名表示：这些话是你写的，只用在这篇文章下面。不付任何费用。钱包会先告诉我们它有哪把密钥。",
    ready: "钱包已就绪。它会再问一次，然后你的话就签好了。",
    sign: "签名并发送",
    sentTitle: "请查看邮箱",
    sent: "一封带链接的邮件正寄给你。一天之内点开链接，你的评论就会显示。",
    back: "返回文章",
    published: "你的评论已经显示，带着你密钥的签名。",
    held: "你的评论已保存，站长通过后就会显示。",
    notSentTitle: "评论没有发出去",
    kept: "你写的内容还在下面。",
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
    mail: () => "这不像邮箱地址。它应该是 name@example.org 这样的。",
  },

  commentProblems: {
    VALIDATION_FAILED: "评论要有内容，名字只能是一行，邮箱地址要完整。",
    RATE_LIMITED: "短时间内评论太多了。请等一会儿再发。",
    COMMENT_DISABLED: "站长已关闭这里的评论。",
    MAIL_NOT_CONFIGURED: "这个节点不发邮件。可以用钱包给评论签名。",
    NOT_FOUND: "这篇文章已不存在。",
    FORBIDDEN: "站长不接受你的评论。",
    UNAUTHENTICATED: "请填上写这条评论时用的邮箱地址。",
    INVALID_SIGNATURE: "签名或链接不属于这条评论。",
    EXPIRED_SIGNATURE: "确认得太晚了。请重新写一次。",
    elsewhere: "表单来自别的网站。请从本页发送。",
    other: "节点没能完成。请过一会儿再试。",
    offline: "连不上节点。你写的字还在，请过一会儿再试。",
  },

  comments: {
    confirmTitle: "这条评论是你写的吗？",
    confirmExplain: "它是用你的邮箱地址写的。确认之后，它会以你的名字显示。",
    confirmAction: "确认评论",
    deleteTitle: "要删除你的评论吗？",
    deleteExplain: "删除后无法恢复。",
    deleteAction: "删除评论",
    thanks: "谢谢",
    published: "你的评论已经公开，人人可读。",
    held: "站长通过后，你的评论就会显示。",
    gone: "已删除",
    deleted: "你的评论已删除。",
    failedTitle: "没有成功",
    tooLate: "这个链接已经用过，或者已经过期。",
  },

  notices: {
    tooManyTitle: "请稍等",
    tooMany: "短时间内请求的页面太多。请等一会儿再试。",
    fullTitle: "服务器正忙",
    full: "请稍后再试。",
    brokenTitle: "出了点问题",
    broken: "这不是你的错，错误已写入站长的日志。请过一会儿再试。",
    unreadableTitle: "请求有误",
    unreadable: "服务器无法读取这个请求。",
  },

  offline: {
    title: "你已离线",
    text: "现在连不上这个网站。恢复连接后，这一页会自动打开。",
    again: "重试",
    savedHere: "已保存在这个浏览器里",
    kept: "你已离线，正在阅读 # 保存的页面。",
    anew: "重新载入",
  },

  app: {
    console: "控制台",
    installer: "设置",
    needsScript: "这是在浏览器里运行的程序，需要 JavaScript。读者看到的一切都不需要它。",
    notBuiltTitle: "控制台还没有构建",
    notBuilt: "请在安装节点的地方运行这条命令，再重新启动节点：npm run build",
  },

  footer: {
    title: "站点",
    feed: "订阅",
    searchHere: "搜索本站",
    verify: "核验签名",
  },

  feeds: {
    rss: "RSS 订阅",
    atom: "Atom 订阅",
    json: "JSON Feed 订阅",
  },

  preferences: {
    title: "外观",
    language: "语言",
    theme: "明暗",
    system: "跟随设备",
    light: "浅色",
    dark: "深色",
    choose: "保存",
  },
};
