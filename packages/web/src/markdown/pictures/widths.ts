import { isOwnPath, pathOfContents } from "../addresses.ts";

/** How wide a picture is shown that stands in a paragraph of its own: as wide as the column, wider, or as the window. */
export type PictureWidth = "normal" | "wide" | "full";

/**
 * Splits the address of a picture of a node into the address of its bytes and the width in its fragment, `#wide` or `#full`
 * (decision 0047): programs that know nothing of it load the same picture. Other addresses stay whole.
 */
export function splitWidth(written: string): { readonly address: string; readonly width: PictureWidth } {
  const [found, name] = /#(wide|full)$/.exec(written) ?? [];
  const isOwn = isOwnPath(written) || pathOfContents(written) !== null;
  if (found === undefined || !isOwn) return { address: written, width: "normal" };
  return { address: written.slice(0, -found.length), width: name as PictureWidth };
}

/** The address of a picture with a width. */
export function joinWidth(address: string, width: PictureWidth): string {
  const { address: plain } = splitWidth(address);
  return width === "normal" ? plain : `${plain}#${width}`;
}
