import { escapeHtml } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { listOldPaths } from "../../../domain/publications/old-addresses.ts";
import { codeOf } from "../../../errors/errors.ts";
import { addressOf, fileOf, linkFrom } from "./locate.ts";
import { renderPolicy } from "./page-policy.ts";
import type { StaticFolder } from "./static-folder.ts";

/** Errors for paths that this disk can't have beside the other files. */
const badPaths = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENAMETOOLONG"]);

/**
 * Writes a page at each old address that redirects a browser to the post, because another web server has no table of old
 * addresses. An address with a query gets no page, because files have no queries.
 *
 * @param locate the file to which a path of the site leads; null for none
 */
export async function writeRedirects(
  context: Pick<Context, "store">,
  {
    base,
    folder,
    locate,
  }: { base: string; folder: StaticFolder; locate: (path: string) => Promise<string | null> },
): Promise<void> {
  const root = new URL(base).pathname.replace(/\/$/, "");
  for await (const path of listOldPaths(context)) {
    // Below a path, the files answer what begins with it.
    const url = path.startsWith(`${root}/`) ? URL.parse(path.slice(root.length), base) : null;
    if (url === null || url.search !== "") continue;
    const target = await locate(path);
    // A page has a name in a folder of its own, unless it had the name of a file.
    const file = fileOf(url, /\.x?html?$/i.test(url.pathname) ? "text/plain" : "text/html");
    if (target === null || folder.has(file)) continue;
    const page = renderRedirect(linkFrom(file, target), addressOf(base, target));
    await folder.write(file, Buffer.from(page)).catch((error: unknown) => {
      if (!badPaths.has(codeOf(error) ?? "")) throw error;
    });
  }
}

function renderRedirect(link: string, address: string): string {
  const [to, canonical] = [link, address].map(escapeHtml);
  return [
    `<!doctype html><meta charset="utf-8">${renderPolicy("redirect")}<meta name="robots" content="noindex">`,
    `<title>${canonical}</title><link rel="canonical" href="${canonical}">`,
    `<meta http-equiv="refresh" content="0; url=${to}"><p><a href="${to}">${canonical}</a></p>\n`,
  ].join("\n");
}
