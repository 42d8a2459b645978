import type { menuEn } from "./menu-en.ts";

/** Texts about the menu of the site, in Chinese. */
export const menuZh: typeof menuEn = {
  title: "菜单",
  hint: "显示在你网站每个页面的顶部。以后发布的页面排在最后。",
  nameOf: (title) => `“${title}”在菜单中的名称`,
  drag: "拖到其他位置",
  up: (title) => `上移“${title}”`,
  down: (title) => `下移“${title}”`,
  shown: (title) => `在菜单中显示“${title}”`,
  remove: (title) => `移除“${title}”`,
  moved: (title, place, all) => `“${title}”排在第 ${place} 位，共 ${all} 位。`,
  link: "添加链接",
  linkName: "名称",
  linkAddress: "网址",
  linkHint: "其他网站的页面，如 https://example.org，或你网站的路径，如 /tags/tea。",
  add: "添加",
  badLink: "链接需要名称，网址以 https:// 或 / 开头。",
  ownPost: "这是一篇文章的网址。请在文章设置中勾选“这是一个页面”，将其加入菜单。",
  full: "菜单已满。请先移除一个链接再添加。",
  twice: "菜单中已有这个网址。",
  save: "保存菜单",
  usual: "恢复默认菜单",
};
