import { chineseNumber as number } from "../site/format.ts";
import type { MetadataKind, picturesEn } from "./pictures-en.ts";

const kinds: Readonly<Record<MetadataKind, string>> = {
  LOCATION: "位置",
  CAMERA: "相机信息",
  TEXT: "说明和关键词",
  PREVIEW: "较小的副本",
  APPENDED: "末尾之后的数据",
  OTHER: "其他程序的数据",
};

/** Texts about the data in pictures beside what they show, in Chinese. */
export const picturesZh: typeof picturesEn = {
  removed: (name, found) => `已从 ${name} 移除：${found.map((kind) => kinds[kind]).join("、")}。`,
  keep: "保留图片中的位置和相机信息",
  ok: "好",
  withLocation: (value, open) =>
    `这里有 ${number.format(value)} 张图片带有拍摄位置。${open === 0 ? "" : `其中 ${number.format(open)} 张可以换成不带位置的副本。`}`,
  replace: (value) => `从 ${number.format(value)} 张图片中移除`,
  replaced: (value) => `已从 ${number.format(value)} 张图片中移除。`,
  signed: "已签名的图片无法更改。你可以在这里删除它；其他节点上的副本仍会保留。",
  named: "已签名的文章所显示的图片保持不变。",
};
