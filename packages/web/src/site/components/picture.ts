import { pictureSizes } from "../../markdown/pictures/pictures.ts";
import type { SitePicture } from "../../markdown/text/text-parts.ts";
import { attributes, type Html, html } from "../html.ts";

/**
 * A picture with its size, so that nothing moves when it loads, and with smaller copies for small screens.
 *
 * @param sizes its width in CSS pixels by the width of the window
 */
export function picture(
  { src, alt, known }: { src: string; alt: string; known: SitePicture | undefined },
  { eager = false, sizes = pictureSizes }: { eager?: boolean; sizes?: string } = {},
): Html {
  const copies = known?.copies ?? [];
  const all = known && [...copies, { path: src, width: known.width }];
  const image = {
    class: "u-photo",
    src: copies.at(-1)?.path ?? src,
    alt,
    width: known?.width,
    height: known?.height,
    ...(copies.length > 0 && {
      srcset: all?.map(({ path, width }) => `${path} ${width}w`).join(", "),
      sizes,
    }),
    ...(eager ? { fetchpriority: "high" } : { loading: "lazy" }),
  };
  return html`<img ${attributes(image)}/>`;
}
