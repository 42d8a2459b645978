import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Links of a built site to a part of a page that is not there; VitePress looks for whole pages alone. */
export function findDeadFragments(folder: string): string[] {
  const pages = globSync("**/*.html", { cwd: folder });
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  const parts = new Map(pages.map((page) => [page, new Set(idsOf(texts.get(page) ?? ""))]));
  return pages.flatMap((page) =>
    [...(texts.get(page) ?? "").matchAll(/ href="([^":]*)#([^"]+)"/g)]
      .filter(([, path = "", id = ""]) => !parts.get(fileOf(page, path))?.has(decodeURIComponent(id)))
      .map(([, path, id]) => `${page}: ${path}#${id} is not there.`),
  );
}

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

/** @param path of a link on that page, without an extension, as the site writes them */
function fileOf(page: string, path: string): string {
  if (path === "") return page;
  const base = process.env.DOCS_BASE ?? "/";
  const file = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(page), path);
  if (file === "" || file.endsWith("/")) return `${file}index.html`;
  return file.endsWith(".html") ? file : `${file}.html`;
}
