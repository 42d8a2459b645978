import { fileURLToPath } from "node:url";
import { type CardText, cardFonts } from "@freehold/web";
import { loadSharp } from "../../../blobs/images.ts";
import { readFontCover } from "./font-cover.ts";

/** The place of a text on a card, in pixels. */
interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Sizes of the letters, the largest first. */
  readonly sizes: readonly number[];
  /** CSS. */
  readonly colour: string;
}

/**
 * Draws a text with the fonts of this program, which are the same on every machine: in the largest size in which it fits, else cut.
 * Lines are broken and letters joined as each script has it.
 *
 * @param text as `writeForCard` returns it
 */
export async function drawCardText(text: string, box: TextBox): Promise<CardText> {
  for (const size of box.sizes) {
    const drawn = await draw(text, size, box);
    if (drawn.height <= box.height) return drawn;
  }
  return await drawCut(text, box);
}

/** Draws as many letters in the smallest size as fit. */
async function drawCut(text: string, box: TextBox): Promise<CardText> {
  const size = box.sizes.at(-1) ?? 1;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const drawFirst = (count: number) => {
    const begin = letters.slice(0, count).join("").trimEnd();
    return draw(`${begin}…`, size, box);
  };
  let found = await drawFirst(1);
  for (let fits = 1, tooMany = letters.length; tooMany - fits > 1; ) {
    const middle = Math.floor((fits + tooMany) / 2);
    const drawn = await drawFirst(middle);
    if (drawn.height > box.height) tooMany = middle;
    else [fits, found] = [middle, drawn];
  }
  return found;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

async function draw(text: string, size: number, { width, colour }: TextBox): Promise<CardText> {
  // Fontconfig reads this with the first text, and else looks for the fonts of the system.
  process.env.FONTCONFIG_FILE = fileURLToPath(cardFonts.list);
  const escaped = text.replace(/[&<>]/g, (sign) => entities[sign] ?? "");
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped}</span>`,
      font: `Freehold Card ${size}`,
      rgba: true,
      width,
      wrap: "word-char",
      // A point is a pixel.
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const picture = `data:image/png;base64,${data.toString("base64")}`;
  return { picture, width: info.width, height: info.height };
}

/** The characters that the fonts have; read with the first card. */
let cover: Set<number> | null = null;

function hasShape(sign: string): boolean {
  cover ??= new Set(cardFonts.files.flatMap((font) => readFontCover(fileURLToPath(font))));
  return cover.has(sign.codePointAt(0) ?? 0);
}

/** They write nothing by themselves, but join others. */
const unseen = /\p{Default_Ignorable_Code_Point}/u;
const isLetter = /[\p{L}\p{N}]/u;
const longestText = 300; // characters

/**
 * A text as the fonts of this program can write it: without signs that they lack, and with a mark for a letter. Empty where they
 * lack most of its letters, or nothing is left.
 */
export function writeForCard(text: string): string {
  const signs = [...text.normalize("NFC")].slice(0, longestText);
  const letters = signs.filter((sign) => isLetter.test(sign));
  if (letters.filter((sign) => !hasShape(sign)).length * 2 > letters.length) return "";
  const written = signs.map((sign) => {
    if (/\s/u.test(sign)) return " ";
    if (hasShape(sign) || unseen.test(sign)) return sign;
    return isLetter.test(sign) ? "〓" : "";
  });
  const line = written.join("").replace(/ +/g, " ").trim();
  return /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(line) ? line : "";
}
