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
};
