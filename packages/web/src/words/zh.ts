import type { Words } from "./en.ts";
import { saySize } from "./say-size.ts";

const locale = "zh-CN";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale);

/** Everything that a page says, in Chinese. */
export const zh: Words = {
  language: "zh-Hans",
  name: "中文",

  day: (ms) => day.format(ms),
  second: (ms) => `${day.format(ms)} ${clock.format(ms)}（UTC）`,
  month: (ms) => month.format(ms),
  size: (bytes) => saySize(bytes, (few) => `${number.format(few)} 字节`),
  number: (value) => number.format(value),

  home: {
    nothingYet: "文章会出现在这里，新的在前。",
    nothingSoFarBack: "这么早的时候还没有文章。",
    longText: "一篇长文",
    readOn: "继续读",
    pages: "翻页",
    newer: "较新的",
    older: "较早的",
    titleOfPage: (title, page) => `${title} · 第 ${page} 页`,
  },

  post: {
    original: (author: string): string => `阅读原文：${author}`,
    diagramSource: "此图的源文本",
    onlyHere: "仅在此处",
    signed: "已签名",
    file: "文件",
    tooLong: (size) => `这篇文字太长，一页放不下（${size}）。`,
    asMarkdown: "读它的 Markdown 原文",
    allPostsOf: (owner) => `${owner} 的全部文章`,
  },

  proof: {
    signedBy: (owner) => `${owner} 签名`,
    who: "谁",
    when: "何时",
    whichBytes: "哪些字节",
    hashIs: "它们的 SHA-256 哈希是",
    theBytes: "签名时的原样字节",
    signature: "签名",
    anybody: "任何人都可以自己核对，不必相信这个节点：",
    checking: "正在你的浏览器里读取字节并核对。",
    bytesMatch: "已在你的浏览器里核对：这就是签名时的字节。",
    bytesDiffer: "这不是签名时的字节，有人改动过。",
    signatureMatches: "已在你的浏览器里核对：这把密钥在这一秒签了它。",
    signatureDiffers: "这把密钥没有签过它。",
    unreadable: "没能读到字节，所以什么也没有核对。请过一会儿再试。",
  },

  follow: {
    title: "关注",
    label: "你的节点的地址",
    look: "看一看",
    waiting: "请稍等。",
    noWallet: "这个浏览器里没有钱包，没法在这里签名。请把此处的地址交给你自己的节点。",
    found: "找到了那个节点。接下来钱包会告诉我们它有哪把密钥；这一步不签任何东西。",
    open: "打开钱包",
    explain: "你将签名表示：从现在起，你的节点关注这个节点。不付任何费用，随时可以取消。",
    sign: "签名并关注",
    done: "你的节点已经关注此处，新文章会送到那里。",
  },

  wallet: {
    silent: "钱包已经一分钟没有回应，它的窗口也许在这一页后面。什么也没有签；请再试一次。",
    refused: "你在钱包里拒绝了。什么也没有签。",
    busy: "钱包里还有一个没有回答的问题。请先在那里回答，再试一次。",
    "other-chain": "钱包停留在别的网络上。请切换到以太坊，再试一次。",
    "other-account": "钱包打开的是另一个账户。请换成那个节点的账户，再试一次。",
    contract: "这个地址是一份合约，别的节点无法核对它的签名；请用普通账户。",
    failed: "钱包没能完成。什么也没有签；请再试一次。",
  },

  place: {
    title: "关于此处",
    follow: (owner) => `${owner} 在自己的节点上写作。要从你的节点关注，请给它这个地址：`,
    signedBy: "此处的签名都出自",
  },

  welcome: {
    title: "这座房子还空着",
    noOwner: "节点已在运行，只是还没有主人。要搬进来，请在节点所在的机器上运行：",
    command: 'npx freehold init --url https://你的地址 --title "你的名字"',
    whatItDoes: "它会生成你的密钥，用你的密码锁好，再把你的名字挂上门。这个地址就是别的节点找到你的地方。",
    afterwards: "搬进来以后，你的文章就会出现在这里。",
  },

  notFound: {
    title: "这里什么也没有",
    words: "这个地址上的东西已被取走，或者从来没有过。",
    way: "回到门口",
  },

  notices: {
    tooManyTitle: "请稍等",
    tooMany: "你一次要的页面，多过这座小房子拿得出的。请等一会儿再试。",
    fullTitle: "屋里满了",
    full: "门口的人多过这座房子一次能接待的。请过一会儿再试。",
    brokenTitle: "出了点问题",
    broken: "这不是你的错，主人会看到记录。请过一会儿再试。",
    unreadableTitle: "读不懂",
    unreadable: "这座房子不明白这个请求。",
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

  app: {
    console: "书桌",
    needsScript: "书桌是在浏览器里运行的程序，需要 JavaScript。读者看到的一切都不需要它。",
    notBuiltTitle: "书桌还没有构建",
    notBuilt: "请在安装节点的地方运行这条命令，再重新启动节点：npm run build",
  },

  foot: {
    title: "此处各页",
    archive: "归档",
    followers: "关注者",
    following: "正在关注",
    feed: "订阅",
    search: "搜索",
    searchHere: "在此处搜索",
  },

  lists: {
    tagged: (tag) => `#${tag}`,
    nothingTagged: "这里没有带这个标签的文字。",
    tags: "标签",
    archive: "归档",
    nothingArchived: "这里发表的一切都会按月份列出。",
    untitled: "无标题",
    followers: "关注者",
    following: "正在关注",
    followersOf: (owner) => `关注 ${owner} 的节点`,
    followingOf: (owner) => `${owner} 关注的节点`,
    noFollowers: "还没有人关注这个节点。谁来了，名字就会写在这里。",
    noFollowing: "这个节点还没有关注谁。",
    next: "往后",
  },

  search: {
    title: "搜索",
    titleFor: (query) => `搜索“${query}”`,
    label: "词、“短语”或 #标签",
    action: "搜索",
    nothing: (query) => `这里找不到“${query}”。少写几个词会找到更多。`,
    begin: "请写一个或几个词。引号里的“几个字”会连在一起找，#标签 找标签，before:2026-01-31 找更早的。",
    inComment: "在评论里",
  },

  feeds: {
    rss: "RSS 订阅",
    atom: "Atom 订阅",
    json: "JSON Feed 订阅",
  },

  switches: {
    title: "这一页的样子",
    language: "语言",
    theme: "明暗",
    system: "随设备",
    light: "浅色",
    dark: "深色",
    choose: "选定",
  },
};
