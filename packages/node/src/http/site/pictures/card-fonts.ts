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

interface OtherFont {
  readonly letters: RegExp;
  readonly places: readonly string[];
}

/** Paths of fonts with the letters of other scripts; the first one that is there is read. */
const otherFonts: readonly OtherFont[] = [
  {
    letters: /[\p{Script=Arabic}\p{M}]/u,
    places: [
      "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf",
      "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf",
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
      "/System/Library/Fonts/GeezaPro.ttc",
      "C:/Windows/Fonts/arial.ttf",
    ],
  },
  {
    letters: /[\p{Script=Hebrew}\p{M}]/u,
    places: [
      "/usr/share/fonts/truetype/noto/NotoSerifHebrew-Regular.ttf",
      "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf",
      "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
      "/System/Library/Fonts/ArialHB.ttc",
      "C:/Windows/Fonts/arial.ttf",
    ],
  },
  {
    letters: /[\p{Script=Thai}\p{M}]/u,
    places: [
      "/usr/share/fonts/truetype/noto/NotoSerifThai-Regular.ttf",
      "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf",
      "/usr/share/fonts/truetype/tlwg/Loma.ttf",
      "/System/Library/Fonts/Supplemental/Ayuthaya.ttf",
      "C:/Windows/Fonts/leelawui.ttf",
    ],
  },
  {
    letters: /\p{Script=Hangul}/u,
    places: [
      ...chineseFonts.filter((path) => path.includes("CJK")),
      "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
      "/System/Library/Fonts/AppleSDGothicNeo.ttc",
      "C:/Windows/Fonts/malgun.ttf",
    ],
  },
];

const shipped =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}\p{Sc}+<=>|~^`´°§©®№™…]/u;
const chinese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60“”‘’…—·]/u;

/** The fonts that cards are written with. */
export interface CardFonts {
  /** Paths of files. */
  readonly files: readonly string[];
  /** A text without emoji and other signs that they lack; empty where they lack one of its letters or figures, or nothing is left. */
  write(text: string): string;
}

/** Joiners and selectors of emoji write nothing by themselves. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu;

/** Finds the font that comes with the node, and those of the system with Chinese, Arabic, Hebrew, Thai and Korean letters. */
export function findCardFonts(places: readonly string[] = chineseFonts, others = otherFonts): CardFonts {
  const chineseFont = places.find((path) => existsSync(path));
  const found = others.flatMap(({ letters, places }) => {
    const path = places.find((one) => existsSync(one));
    return path === undefined ? [] : [{ letters, path }];
  });
  const files = new Set([
    fileURLToPath(cardFont),
    ...(chineseFont ? [chineseFont] : []),
    ...found.map(({ path }) => path),
  ]);
  const hasSign = (sign: string) =>
    shipped.test(sign) ||
    (chineseFont !== undefined && chinese.test(sign)) ||
    found.some(({ letters }) => letters.test(sign));
  return {
    files: [...files],
    write(text) {
      const signs = [...text.normalize("NFC").replace(unseen, "")];
      if (signs.some((sign) => /[\p{L}\p{M}\p{N}]/u.test(sign) && !hasSign(sign))) return "";
      const written = signs.filter(hasSign).join("").replace(/\s+/gu, " ").trim();
      return /[\p{L}\p{N}]/u.test(written) ? written : "";
    },
  };
}
