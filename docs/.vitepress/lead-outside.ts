import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** Where the source code is. */
export const repository = "https://github.com/freehold-ewp/freehold";

const docs = join(import.meta.dirname, "..");
const root = join(docs, "..");

/** Links to files of the repository that are no pages of the site lead to the repository. */
export function leadOutside(md: MarkdownRenderer): void {
  md.core.ruler.push("lead-outside", ({ tokens, env }) => {
    const { path, realPath = path } = env as { path?: string; realPath?: string };
    // A text of the front page's menu, which has no links.
    if (realPath === undefined) return;
    const from = dirname(realPath);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? String(token.attrGet("href") ?? "") : "";
      if (href !== "" && !/^([a-z]+:|[/#])/i.test(href)) token.attrSet("href", findTarget(from, href));
    }
  });
}

function findTarget(from: string, href: string): string {
  const [path = "", hash] = href.split("#");
  const file = resolve(from, decodeURI(path));
  const isPage = file.startsWith(`${docs}/`) && file.endsWith(".md");
  // What is not there stays, so that the build finds the dead link.
  if (isPage || !existsSync(file)) return href.replace(/\bREADME\.md/, "index.md");
  const kind = statSync(file).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${relative(root, file)}${hash ? `#${hash}` : ""}`;
}
