import { chineseNumber as number } from "../site/format.ts";
import type { postsEn } from "./posts-en.ts";

/** Texts of the reads of posts, in Chinese. */
export const postsZh: typeof postsEn = {
  didYouMean: "你要找的是不是：",
  postOrders: {
    label: "排序",
    names: { date: "从新到旧", changed: "最近修改", title: "按标题", reads: "阅读最多" },
  },
  reads: {
    title: "阅读量",
    number: (value) => number.format(value),
    spans: { today: "今天", week: "7 天", month: "30 天" },
    inDays: (value) => (value === 0 ? "30 天内没有阅读" : `30 天内 ${number.format(value)} 次阅读`),
    all: (value) => `30 天内${value === 0 ? "没有" : ` ${number.format(value)} 次`}阅读：阅读最多的文章`,
    hint: "节点发给浏览器的页面次数，尽可能排除程序和你自己的访问。",
  },
};
