import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

const perRow = 5;
const perSheet = perRow * 2;
/** Of one picture on a sheet, CSS pixels: what is below the first screens is cut off. */
const tile = { width: 380, height: 760 };
const gap = 10;
const labelHeight = 22;

/** Puts the screenshots of a folder whose names hold all parts onto sheets, ten on each, with their names above them. */
export async function writeSheets(folder: string, parts: readonly string[]): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".png") && parts.every((part) => name.includes(part)),
  );
  const sheets = join(folder, "sheets");
  await mkdir(sheets, { recursive: true });
  for (let from = 0; from < names.length; from += perSheet) {
    const some = names.sort().slice(from, from + perSheet);
    const file = `${[...parts, from / perSheet].join("_")}.png`;
    await (await compose(folder, some)).toFile(join(sheets, file));
    process.stdout.write(`${join(sheets, file)}: ${some.join(" ")}\n`);
  }
}

async function compose(folder: string, names: readonly string[]): Promise<Sharp> {
  const step = { x: tile.width + gap, y: tile.height + labelHeight + gap };
  const layers = [];
  for (const [at, name] of names.entries()) {
    const left = (at % perRow) * step.x;
    const top = Math.floor(at / perRow) * step.y;
    const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${tile.width}" height="${labelHeight}"><text y="16" font-family="sans-serif" font-size="14">${name}</text></svg>`;
    layers.push({ input: Buffer.from(label), left, top });
    layers.push({ input: await shrink(join(folder, name)), left, top: top + labelHeight });
  }
  const rows = Math.ceil(names.length / perRow);
  const size = { width: step.x * perRow, height: step.y * rows };
  return sharp({ create: { ...size, channels: 3, background: "#888" } }).composite(layers);
}

/** The top of a screenshot, as wide as a tile. */
async function shrink(path: string): Promise<Buffer> {
  const { data, info } = await sharp(path)
    .resize({ width: tile.width })
    .png()
    .toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, tile.height);
  return await sharp(data).extract({ left: 0, top: 0, width: tile.width, height }).png().toBuffer();
}
