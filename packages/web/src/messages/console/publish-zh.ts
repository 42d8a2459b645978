import { chineseNumber as number } from "../site/format.ts";
import type { publishEn } from "./publish-en.ts";

export const publishZh: typeof publishEn = {
  publishing: {
    publish: "发布",
    update: "更新",
    signAndSend: "签名并发送",
    way: "发给谁？",
    ways: { signed: "关注者（签名）", local: "仅本站" },
    about: {
      signed: "带有你的印章：任何人都能核对它出自你手、未被改动。",
      local: "不签名，以后可以再签。",
    },
    when: "什么时候？",
    times: { now: "现在", later: "定时" },
    at: "日期和时间",
    signNow: "签名需要你本人和你的密钥，所以只有仅本站的文章可以定时。",
    noWayBack: (people) =>
      people === 0
        ? "你还没有关注者，所以只发布在你的网站上。签名的文章不能修改，也不能收回；要更正，就写一个新版本。"
        : `会发给 ${number.format(people)} 位关注者，不能修改，也不能收回：即使你删除了，他们的节点上仍有副本。要更正，就写一个新版本。`,
    wayBack: "你随时可以修改或删除它。",
    wayBackLater: "到时会自动在本站发布。在那之前，你可以修改或取消。",
    inWallet: "签名时会显示哈希、你的地址和时间。不收费。",
    updateFirst: "先在本站发布你的修改，然后签名。",
    includes: (value) => `包含 ${number.format(value)} 个图片或文件。`,
    act: {
      local: "在本站发布",
      update: "发布修改",
      later: "设定时间",
      first: "发布修改并继续",
    },
    cancelDate: "取消定时",
    preparing: "正在保存文章。",
    done: { now: "已发布", later: "已定时" },
    onSite: "已发布在你的网站上。",
    scheduledFor: (when) => `将于 ${when} 在你的网站上发布。`,
    settings: {
      title: "文章设置",
      excerpt: "摘要",
      excerptHint: (left) => `还可输入 ${number.format(left)} 个字符。显示在列表和预览里。`,
      cover: "封面图片",
      choose: "选择图片",
      upload: "上传",
      noCover: "移除",
      noPictures: "还没有图片，请添加一张。",
      isPage: "这是一个页面",
      isPageHint: "例如“关于”：它显示在菜单里，不在文章列表里。",
      date: "日期",
      dateHint: "发布时再选择。",
      preview: "预览",
      search: "在搜索引擎里",
      card: "作为聊天或时间线里的链接",
    },
    view: "查看文章",
    copyLink: "复制链接",
  },
  history: {
    open: "历史",
    title: "以前的内容",
    empty: "还没有以前的内容。写作时，节点每五分钟保留一份。",
    versions: "版本",
    changes: "此后的修改",
    legend: "此后添加的内容带下划线，删除的内容带删除线。",
    same: "此后没有修改。",
    restore: "恢复这份内容",
  },
};
