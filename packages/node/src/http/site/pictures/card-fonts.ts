import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cardFont } from "@freehold/web";

/** Paths at which systems keep a font with Chinese characters; the node ships none, since one takes megabytes. */
const chineseFonts = [
  "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
  "/usr/share/fonts/noto-cjk/NotoSerifCJK-Regular.ttc",
  "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
  "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
  "/System/Library/Fonts/Supplemental/Songti.ttc",
  "C:/Windows/Fonts/msyh.ttc",
];

const shipped =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}\p{Sc}+<=>|~^`´°§©®№™…]/u;
const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60“”‘’…—·]/u;

/** The fonts that cards are written with. */
export interface CardFonts {
  /** Paths of files. */
  readonly files: readonly string[];
  /** Whether they have every character of a text. */
  canWrite(text: string): boolean;
}

/** Finds the font that comes with the node, and one with Chinese characters where the system has one. */
export function findCardFonts(places: readonly string[] = chineseFonts): CardFonts {
  const chineseFont = places.find((path) => existsSync(path));
  const files = [fileURLToPath(cardFont), ...(chineseFont ? [chineseFont] : [])];
  return {
    files,
    canWrite: (text) =>
      [...text].every((sign) => shipped.test(sign) || (chineseFont !== undefined && chinese.test(sign))),
  };
}
