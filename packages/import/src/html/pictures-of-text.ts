import { decodeUriPart } from "@freehold/protocol/internal";

/** The last part of an address or path, decoded: a name for a file; `file` where there is none. */
export function nameOf(address: string): string {
  const path = (URL.parse(address)?.pathname ?? address.replace(/[?#].*/s, ""))
    .split("/")
    .filter((part) => part !== "");
  const last = path.at(-1) ?? "";
  return (decodeUriPart(last) ?? last) || "file";
}

/** A picture's address without the size that a smaller copy of it has in its name or query, as WordPress and Ghost make them. */
export function fullSize(address: string): string {
  return address
    .replace(/[?#].*$/s, "")
    .replace(/(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{10,13})(?=\.\w{3,4}$)/g, "")
    .replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?(?=\/)/, "");
}

/** Splits the address of a picture in a text from the fragment that says how wide it is shown (decision 0047); "" for none. */
export function splitWidth(written: string): { readonly address: string; readonly width: string } {
  const [width = ""] = /#(?:wide|full)$/.exec(written) ?? [];
  return { address: written.slice(0, written.length - width.length), width };
}

/** The links and pictures of a Markdown text that lead to an address, in whatever width and with whatever title. */
export const targetsOf = (address: string): RegExp =>
  new RegExp(`(?<=\\]\\()${RegExp.escape(address)}(?=[\\s)]|#(?:wide|full)[\\s)])`, "g");

/** Whether both are the same picture, in any size. */
export function isSamePicture(one: string, other: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|bmp)(?:[?#]|$)/i.test(one) && fullSize(one) === fullSize(other);
}
