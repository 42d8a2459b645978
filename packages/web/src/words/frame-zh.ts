import type { frameEn } from "./frame-en.ts";

/** What is said around every page, and where one can't be shown, in Chinese. */
export const frameZh: typeof frameEn = {
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

  offline: {
    title: "此刻连不上",
    words: "现在到不了这里。一旦连上，这一页会自己打开。",
    again: "现在再试",
    keptHere: "这个浏览器里留存的",
    kept: "此刻连不上这里，你读的是 # 留存的页面。",
    anew: "重新载入",
  },

  app: {
    console: "控制台",
    installer: "入住",
    needsScript: "这是在浏览器里运行的程序，需要 JavaScript。读者看到的一切都不需要它。",
    notBuiltTitle: "控制台还没有构建",
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
    verify: "核验签名",
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
