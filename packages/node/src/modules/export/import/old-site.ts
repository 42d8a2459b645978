import type { ImportedFile, ImportedPost } from "@freehold/import";
import { AppError } from "../../../errors/errors.ts";

/**
 * The address of an old site as its owner writes it, with or without `https://`: its folder, with a `/` at the end.
 *
 * @throws AppError VALIDATION_FAILED for anything but a host with http or https, without a user and a password
 */
export function parseSite(written: string): string {
  const text = written.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new AppError("VALIDATION_FAILED", "This is not the address of a site.", { field: "site" });
  return `${url.origin}${url.pathname.replace(/\/?$/, "/")}`;
}

/** Whether an address of a file names no server, so that the address of the old site is needed. */
export const isOnOldSite = ({ open, address }: Pick<ImportedFile, "open" | "address">) =>
  open === null && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);

/**
 * The address on the old site of a file that a post names by a path: from the site's folder in Ghost, from its host elsewhere; other
 * paths start from the page of the post. Null where there is none.
 */
export function addressOnSite(
  site: string,
  { address }: Pick<ImportedFile, "address">,
  { oldPaths, format }: Pick<ImportedPost, "oldPaths"> & { readonly format: string },
): string | null {
  const isOfFolder = format === "ghost" && address.startsWith("/");
  // The page of a generator is a folder, unless it names a file.
  const [path = ""] = (oldPaths[0] ?? "").split(/[?#]/, 1);
  const page = URL.parse(/\.\w+$/.test(path) ? path : path.replace(/\/?$/, "/"), site) ?? site;
  const url = isOfFolder ? URL.parse(address.slice(1), site) : URL.parse(address, page);
  return url && url.host === new URL(site).host ? url.href : null;
}
