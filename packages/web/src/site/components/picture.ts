import { writeSet } from "../../markdown/pictures/pictures.ts";
import { columnSizes } from "../../markdown/pictures/sizes.ts";
import type { SitePicture } from "../../markdown/text/text-parts.ts";
import { attributes, type Html, html } from "../html.ts";

/**
 * A picture with its size, so that nothing moves when it loads, and with smaller copies for small screens.
 *
 * @param sizes its width in CSS pixels by the width of the window
 */
export function picture(
  { src, alt, known }: { src: string; alt: string; known: SitePicture | undefined },
  { eager = false, sizes = columnSizes }: { eager?: boolean; sizes?: string } = {},
): Html {
  const hasCopies = known !== undefined && known.copies.length > 0;
  const image = {
    class: known?.isOpaque ? "u-photo opaque" : "u-photo",
    src,
    alt,
    width: known?.width,
    height: known?.height,
    ...(hasCopies && { srcset: writeSet(known), sizes }),
    ...(eager ? { fetchpriority: "high" } : { loading: "lazy" }),
  };
  return html`<img ${attributes(image)}/>`;
}
