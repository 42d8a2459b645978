import sharp from "sharp";
import type { GraphqlNode } from "../../packages/node/test/support/graphql-node.ts";
import { longPost, sentences } from "../../packages/node/test/support/long-post.ts";

const shapes = [
  [1600, 1067],
  [1067, 1600],
  [1200, 1200],
  [2000, 840],
] as const;

/** A shore is drawn small and made larger, as it is all haze. */
const grain = 8;

/** A shore in the colours of an hour, so that pictures differ as photographs do. A node reads no SVG, so it is drawn by its points. */
async function drawShore(at: number): Promise<Buffer> {
  const [width, height] = shapes[at % shapes.length] ?? shapes[0];
  const [across, down] = [Math.ceil(width / grain), Math.ceil(height / grain)];
  const hue = (at * 67) % 360;
  const horizon = Math.round(down * (0.45 + (at % 3) * 0.1));
  const sun = { x: across * 0.68, y: horizon * 0.7, radius: down * 0.07 };
  const colourAt = (x: number, y: number): readonly number[] => {
    if (Math.hypot(x - sun.x, y - sun.y) < sun.radius) return [255, 243, 214];
    const part = y < horizon ? y / horizon : (y - horizon) / (down - horizon);
    return y < horizon
      ? toRgb(hue + 40 * part, 0.5, 0.32 + 0.44 * part)
      : toRgb(hue, 0.42, 0.46 - 0.34 * part);
  };
  const points = Buffer.from(
    Array.from({ length: across * down }, (_, index) =>
      colourAt(index % across, Math.floor(index / across)),
    ).flat(),
  );
  return await sharp(points, { raw: { width: across, height: down, channels: 3 } })
    .resize(width, height, { fit: "fill" })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** @param hue degrees; the others are parts of 1 @returns red, green and blue up to 255 */
function toRgb(hue: number, saturation: number, lightness: number): number[] {
  const most = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const turn = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - most * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  });
}

const hebrew = `# על אריגת המספרים

המנוע אורג דוגמאות אלגבריות, כשם שהנול אורג פרחים ועלים. האם זה נכון? כן[^1].

## מה הוא יכול לעשות

- לעקוב אחר מה שאנו יודעים
- ותו לא, **לעת עתה**

> ציטוט של מישהו שאמר דבר מה.

The English words stand in a paragraph of their own, with a [link](https://elsewhere.example/).

[^1]: הערה.`;

const chinese = `# 论数之编织

**注意：**分析机编织代数的花纹，正如提花机编织花与叶[^1]。它不自命能够首创任何事物，只做我们知道如何命令它去做的一切。

## 它能做什么

1. 遵循我们所知的
2. 仅此而已

> 引文：知之为知之，不知为不知，是知也。

[^1]: 至今如此。`;

/** Publishes what the pages of the site show beside the dashboard's samples: photographs, other scripts, and a post that is only here. */
export async function fillSite({ publish }: Pick<GraphqlNode, "publish">, count: number): Promise<void> {
  const photographs: string[] = [];
  for (let at = 0; at < (count > 1 ? 14 : 2); at += 1) {
    const { contentHash } = await publish(await drawShore(at), {
      filename: `shore-${at}.jpg`,
      description: `The shore, ${at}`,
    });
    photographs.push(`/ewp/contents/${contentHash}`);
  }
  const picture = (at: number, more = "") =>
    `![The shore](${photographs[at % photographs.length]}${more} "The shore in the morning, from the pier")`;
  if (count > 1) {
    for (let at = 0; at < photographs.length; at += 1)
      await publish(`# Shore ${at}\n\n${picture(at)}\n\n${sentences(at)}\n\n#shore`, {});
    await publish(chinese, { slug: "chinese" });
    await publish(hebrew, { slug: "hebrew" });
    await publish(`${longPost}\n\nSee https://elsewhere.example/a/long/address?of=a-page#part.`, {
      slug: "only-here",
      state: "local",
    });
  }
  const gallery = Array.from({ length: 12 }, (_, at) => picture(at)).join("\n");
  await publish(
    `# Along the shore\n\n${picture(0, "#full")}\n\n${sentences(3)}\n\n${picture(3, "#wide")}\n\n${sentences(4)}\n\n${gallery}\n\n${picture(1)}\n\n#shore`,
    { slug: "along-the-shore" },
  );
}
