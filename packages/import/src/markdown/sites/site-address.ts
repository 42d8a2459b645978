import { textOr } from "../../formats/read-text.ts";
import type { SiteLayout } from "./find-layout.ts";

/** Addresses that a new site has until its owner writes another. */
const placeholder =
  /^(?:localhost|127\.0\.0\.1|(?:[\w-]+\.)*example(?:\.(?:com|org|net))?|(?:www\.)?your-?\w+\.\w+)$/i;

/** The https address of the old site by its configuration, with a slash at its end; null where none says it. */
export function findSiteAddress({
  kind,
  config: { fields },
}: Pick<SiteLayout, "kind" | "config">): string | null {
  if (fields === null || (kind !== "hugo" && kind !== "jekyll")) return null;
  const base = textOr(fields.baseurl).trim();
  // The folder below the host, where Jekyll's configuration names one.
  const written = kind === "hugo" ? base : `${textOr(fields.url).trim()}/${base}`;
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol) || placeholder.test(url.hostname)) return null;
  const folders = url.pathname.split("/").filter((part) => part !== "");
  return `https://${url.host}/${folders.map((part) => `${part}/`).join("")}`;
}
