import { zhText } from "../site/format.ts";
import type { MetadataKind, picturesEn } from "./pictures-en.ts";

const kinds: Readonly<Record<MetadataKind, string>> = {
  LOCATION: "位置",
  CAMERA: "相机信息",
  TEXT: "说明和关键词",
  PREVIEW: "较小的副本",
  APPENDED: "末尾之后的数据",
  OTHER: "其他程序的数据",
};

/** Texts about the data in pictures in addition to the image, in Chinese. */
export const picturesZh: typeof picturesEn = {
  removed: (name, found) => `已从 ${name} 移除：${found.map((kind) => kinds[kind]).join("、")}。`,
  removedHere: (found) => `已从图片移除：${found.map((kind) => kinds[kind]).join("、")}。`,
  says: (found) => (found.includes("LOCATION") ? "它带有拍摄位置。" : "它带有相机信息。"),
  signed: "它已签名，无法更改。你可以在这里删除它。",
  clean: "移除位置和相机信息",
  cleanOne: (name) => zhText`移除${name}的位置和相机信息`,
  keep: "保留图片中的位置和相机信息",
  ok: "好",
};
