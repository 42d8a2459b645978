import { chineseNumber as number, zhText } from "../site/format.ts";
import type { TagCounts, tagsEn } from "./tags-en.ts";

function reached({ local, drafts }: TagCounts): string {
  const posts = local > 0 && `${number.format(local)} 篇文章`;
  return [posts, drafts > 0 && `${number.format(drafts)} 篇草稿`].filter(Boolean).join("和 ");
}

const staysSigned = (tag: string, signed: number): string =>
  signed === 0
    ? ""
    : `${number.format(signed)} 篇已签名的文章保留 #${tag}，其页面也保留：已签名的文章不能更改。`;

/** The texts about the tags of the owner's posts, in Chinese. */
export const tagsZh: typeof tagsEn = {
  about: "这里的改动会修改草稿和仅本站文章中带 # 的词。已签名的文章不会改变。",
  empty: "还没有标签。在文章里的词前写上 #，就成为标签。",
  search: "搜索标签",
  posts: (value) => `${number.format(value)} 篇文章`,
  drafts: (value) => `${number.format(value)} 篇草稿`,
  ofThemSigned: (value) => `其中 ${number.format(value)} 篇已签名`,
  isFixed: "只在已签名的文章中，无法更改",
  actions: (tag) => zhText`#${tag}的更多操作`,
  show: "显示相关文章",
  page: "查看标签页面",
  rename: "重命名",
  newName: (tag) => zhText`#${tag}的新名称`,
  merge: "合并到其他标签",
  mergeTitle: (tag) => zhText`将#${tag}合并到其他标签`,
  into: "保留的标签",
  mergeAct: "合并",
  mergeExplain: (tag, into, counts) =>
    `${reached(counts)}将改用标签 #${into}。${
      counts.signed > 0 ? staysSigned(tag, counts.signed) : `#${tag} 页面的旧链接会转到 #${into} 的页面。`
    }合并无法撤销。`,
  mergeHint: (tag, counts) => `${reached(counts)}将用它代替 #${tag}。`,
  delete: "删除标签",
  deleteTitle: (tag) => zhText`删除标签#${tag}？`,
  deleteExplain: (tag, counts) =>
    `${reached(counts)}会保留“${tag}”这个词，但去掉 #。文章不会被删除。${
      counts.signed > 0 ? staysSigned(tag, counts.signed) : counts.local > 0 ? "标签的页面将不再存在。" : ""
    }无法撤销；每篇文章的历史版本中仍有这个标签。`,
  working: (changed) => (changed === 0 ? "正在修改你的文章…" : `已修改 ${number.format(changed)} 篇…`),
  renamed: (tag, to) => zhText`#${tag}已改名为#${to}。`,
  merged: (tag, to) => zhText`#${tag}已并入#${to}。`,
  deleted: (tag) => zhText`标签#${tag}已删除，文章都还在。`,
  keptSigned: (tag, signed) => staysSigned(tag, signed),
  left: (tag, changed, left) =>
    zhText`已修改 ${number.format(changed)} 篇，还有 ${number.format(left)} 篇仍使用#${tag}。`,
};
