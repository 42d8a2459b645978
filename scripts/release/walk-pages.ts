import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Pages to which no other page has to link, of a node without an owner, and of one with. */
const entries = {
  empty: ["/", "/install", "/livez", "/robots.txt", "/api/openapi.json"],
  owned: [
    "/",
    "/verify",
    "/search?q=hello",
    "/console",
    "/console/graphql",
    "/console/worker.js",
    "/console/manifest.webmanifest",
    "/worker.js",
    "/offline",
    "/robots.txt",
    "/.well-known/api-catalog",
    "/api/openapi.json",
    "/livez",
    "/readyz",
  ],
};

/** Addresses that pages name for programs, which post there. */
const forPosts = new Set(["/webmention"]);

/** Answers that mean that something is broken; a page may well want a sign-in first. */
const isBroken = (status: number) => status === 404 || status >= 500;

/**
 * Asks a node for each page and each file that its pages, stylesheets and scripts name, as a browser would.
 *
 * @returns how many it asked for
 * @throws Error with the addresses that are missing
 */
export async function walkPages(url: string, state: keyof typeof entries): Promise<number> {
  const open = entries[state].map((path) => new URL(path, url).href);
  const seen = new Set(open);
  const broken: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const reply = await fetch(next, {
      headers: { accept: "text/html, */*" },
      signal: AbortSignal.timeout(30_000),
    });
    if (isBroken(reply.status)) broken.push(`${next}: ${reply.status}`);
    const text = await reply.text();
    if (!reply.ok) continue;
    for (const href of findLinks(text, reply.headers.get("content-type") ?? "")) {
      const target = new URL(href, next);
      target.hash = "";
      const isOurs = target.origin === new URL(url).origin && !forPosts.has(target.pathname);
      if (!isOurs || seen.has(target.href)) continue;
      seen.add(target.href);
      open.push(target.href);
    }
  }
  if (broken.length > 0) throw new Error(`The node lacks what it names:\n${broken.join("\n")}`);
  return seen.size;
}

function findLinks(text: string, mediaType: string): string[] {
  const pattern = mediaType.includes("html")
    ? /(?:href|src)="([^"#][^"]*)"/g
    : mediaType.includes("javascript")
      ? /(?:from|import)\s*\(?["'`](\.\/[^"'`]+\.js)["'`]/g
      : mediaType.includes("css")
        ? /url\(["']?([^"')]+)["']?\)/g
        : null;
  if (pattern === null) return [];
  return [...text.matchAll(pattern)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => !/^(?:data|mailto|blob|javascript):/.test(href));
}

/**
 * Compares the files of a program with those that its code names by `import` and by `new URL`.
 *
 * @param program the folder of an archive
 * @returns how many names it compared
 * @throws Error with those that are missing
 */
export function checkFiles(program: string): number {
  const missing: string[] = [];
  let count = 0;
  for (const path of globSync("{dist,web}/*.js", { cwd: program })) {
    const text = readFileSync(join(program, path), "utf8");
    const relative =
      /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+\.m?js)["']|new URL\("(\.{1,2}\/[^"]*)", import\.meta\.url\)/g;
    for (const [, imported, located] of text.matchAll(relative)) {
      count += 1;
      const name = imported ?? located ?? "";
      if (!existsSync(join(program, dirname(path), name))) missing.push(`${path}: ${name}`);
    }
  }
  if (missing.length > 0) throw new Error(`The program names files that it lacks:\n${missing.join("\n")}`);
  return count;
}

/** The same for a site that was exported as files: pages and scripts name files that are there. */
export function checkSite(folder: string): number {
  const missing: string[] = [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const path of files.filter((one) => /\.(?:html|js)$/.test(one))) {
    const text = readFileSync(join(folder, path), "utf8");
    const type = path.endsWith(".js") ? "javascript" : "html";
    for (const href of findLinks(text, type)) {
      if (/^(?:https?:)?\/\//.test(href)) continue;
      const [plain = ""] = href.split(/[?#]/);
      const target = plain.startsWith("/") ? join(folder, plain) : join(folder, dirname(path), plain);
      if (![target, join(target, "index.html"), `${target}.html`].some((one) => existsSync(decodeURI(one))))
        missing.push(`${path}: ${href}`);
    }
  }
  if (missing.length > 0)
    throw new Error(`The exported site names files that it lacks:\n${missing.join("\n")}`);
  return files.length;
}
