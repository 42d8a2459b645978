import type { readingEn } from "./reading-en.ts";

/** What is said of what somebody reads here, and of where it is found, in Chinese. */
export const readingZh: typeof readingEn = {
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

  place: {
    title: "关于此处",
    follow: (owner) => `${owner} 在自己的节点上写作。要从你的节点关注，请给它这个地址：`,
    alone: (owner) => `${owner} 在自己的节点上写作。`,
    signedBy: "此处的签名都出自",
  },

  welcome: {
    title: "这座房子还空着",
    noOwner: "节点已在运行，只是还没有主人。入住只要简单四步。",
    findLink: "请打开节点启动时打印在终端或日志里的链接：它以 /install#code=… 结尾，里面带有安装码。",
    moveIn: "入住",
    orCommand: "也可以在启动节点的文件夹里，用命令行完成：",
    command: 'npx --no-install freehold init --url https://你的地址 --title "你的名字"',
    whatItDoes: "无论哪种方式，密钥都留在你手里，你的名字会挂上门。这个地址就是别的节点找到你的地方。",
    afterwards: "搬进来以后，你的文章就会出现在这里。",
  },

  notFound: {
    title: "这里什么也没有",
    words: "这个地址上的东西已被取走，或者从来没有过。",
    way: "回到门口",
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
};
