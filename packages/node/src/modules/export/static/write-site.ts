import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  archiveNames,
  type Hash,
  parseHash,
  proofEnvelope,
  recoverPublicKey,
  verifyProof,
} from "@freehold/protocol";
import { pathOfTag } from "@freehold/web";
import type { Context } from "../../../context.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { findPublicPost, readPostTags, readPublicPosts } from "../../../domain/publications/public-posts.ts";
import { verifierFiles } from "../../../http/site/apps/verifier.ts";
import { readSignature, writeManifest } from "../archive/manifest.ts";
import { openDrawnCards } from "./drawn-cards.ts";
import { addressOf, fileOf, isForFiles, linkFrom, looksLikePage } from "./locate.ts";
import { openSite, searchPath } from "./open-site.ts";
import { addPolicy } from "./page-policy.ts";
import { writeRedirects } from "./redirects.ts";
import { readValue, rewriteAddresses, rewriteCss, rewriteHtml } from "./rewrite.ts";
import { openSearchIndex, searchScripts } from "./search-index.ts";
import { openStaticFolder } from "./static-folder.ts";

interface StaticOptions {
  /** Empty, new, or written by an earlier run. */
  readonly folder: string;
  /** The URL that will serve the site; by default the node's. Feeds and previews need it, links do not. */
  readonly url?: string | undefined;
  /** Called with the number of files so far. */
  readonly onProgress?: (files: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const searchFile = "search/index.html";

// The first bytes of a file, from which a server guesses the type
const guessedBytes = 1024;

/** The pages to which no other one leads, and the files that programs look for. */
const starts = [
  "/",
  "/archive",
  "/tags",
  "/about",
  "/followers",
  "/following",
  "/feed.xml",
  "/atom.xml",
  "/feed.json",
];
const others = [
  "/robots.txt",
  "/sitemap.xml",
  "/icons/180.png",
  "/icons/512.png",
  "/ewp/profile",
  "/ewp/avatar",
];

/**
 * Writes the public site as files that any web server or object store serves, also below a path: every page that a reader can
 * reach, feeds, pictures, each signed post's bytes and proof, the index of the protocol, a search, the list of all files, and
 * the programs that check it. Links are relative. A second run writes only what changed.
 *
 * @throws AppError EXPORT_INVALID for a folder that holds something else; AppError NOT_INSTALLED
 */
export async function writeStaticSite(
  context: Context,
  { folder: path, url, onProgress, signal }: StaticOptions,
) {
  const own = await requireOwner(context);
  const base = (url ?? own.url).replace(/\/$/, "");
  const bases = [base, own.url.replace(/\/$/, "")];
  const folder = await openStaticFolder(path, signal);
  const cards = await openDrawnCards(context.config);
  await using site = await openSite(context, base);
  await using search = await openSearchIndex();
  /** By path and query: the file, or null if there is none. */
  const files = new Map<string, string | null>();
  const waiting: { readonly at: string; readonly file: string; readonly mediaType: string }[] = [];

  /** The file of a path, which is written later. */
  async function locate(at: string): Promise<string | null> {
    const known = files.get(at);
    if (known !== undefined) return known;
    if (/^\/verify(?:\.html)?(?![^?])/.test(at)) return "verify.html";
    if (/^\/search(?![^?])/.test(at)) return search ? searchFile : await locate("/archive");
    if (!isForFiles(at)) return null;
    // Against a circle of redirects.
    files.set(at, null);
    const card = cardOf(at);
    const drawn = card === null ? null : await cards.etagOf(join(path, card));
    const { status, mediaType, location } = await site.ask(at, { method: "HEAD", etag: drawn });
    if (card !== null && drawn !== null && status === 304) {
      folder.keep(card);
      await cards.add(join(path, card), drawn);
      files.set(at, card);
      return card;
    }
    const file =
      location !== null
        ? await locate(pathOf(location, at) ?? "/verify")
        : status === 200
          ? fileOf(new URL(at, base), mediaType, await isPageLike(at))
          : null;
    files.set(at, file);
    if (file !== null && location === null) waiting.push({ at, file, mediaType });
    return file;
  }

  /** A link of the site as a path with its query; null for a link that leads elsewhere. */
  function pathOf(link: string, from: string): string | null {
    if (/^(?:#|[a-z][a-z0-9+.-]*:(?!\/\/)|\/\/)/i.test(link)) return null;
    const start = bases.find((one) => link === one || link.startsWith(`${one}/`));
    if (start === undefined && /^[a-z][a-z0-9+.-]*:/i.test(link)) return null;
    const { pathname, search } = new URL(
      start === undefined ? link : link.slice(start.length) || "/",
      new URL(from, base),
    );
    return `${pathname}${search}`;
  }

  /** @param show how a file is named in the page */
  const resolveFrom = (at: string, show: (file: string) => string) => async (link: string) => {
    const target = link === "proof.json" ? null : pathOf(link, at);
    if (target === null) return null;
    const file = await locate(target);
    // A link without a file leads to the node.
    return file === null ? `${base}${target}` : `${show(file)}${/#.*$/s.exec(link)?.[0] ?? ""}`;
  };

  async function writePage(at: string, file: string, html: string): Promise<void> {
    const proof = await writeProof(at, file, html);
    const shown = proof ? html.replace(/ data-proof="[^"]*"/g, "") : html;
    // Pictures for previews are only in the head.
    await rewriteAddresses(
      /<meta property="og:image"[^<>]*>/.exec(shown)?.[0] ?? "",
      base,
      resolveFrom(at, (one) => one),
    );
    const page = await rewriteHtml(
      shown,
      resolveFrom(at, (to) => linkFrom(file, to)),
    );
    await folder.write(file, Buffer.from(addPolicy(page, file === searchFile ? "search" : "shown")));
    if (page.includes("data-pagefind-body")) await search?.addPage(file, page);
  }

  /** The proof beside the page of a signed post, with the path of the bytes. */
  async function writeProof(at: string, file: string, html: string): Promise<boolean> {
    const [, island] = / data-proof="([^"]*)"/.exec(html) ?? [];
    if (island === undefined) return false;
    const { proof, path } = JSON.parse(readValue(island));
    const signed = verifyProof(proof, recoverPublicKey);
    const bytes = await locate(pathOf(path, at) ?? "");
    if (!signed || bytes === null) return false;
    const place = file.replace(/index\.html$/, "proof.json");
    const json = {
      ...proof,
      file: decodeURIComponent(linkFrom(place, bytes)),
      proof: proofEnvelope({ ...proof, ...signed }),
    };
    await folder.write(place, Buffer.from(`${JSON.stringify(json, null, 2)}\n`));
    return true;
  }

  async function writeOne({ at, file, mediaType }: (typeof waiting)[number]): Promise<void> {
    const hash = await hashOfContent(at);
    if (hash !== null && (await context.blobs.size(hash)) !== null) {
      return await folder.writeContent(file, context.blobs, hash);
    }
    const { body, etag } = await site.ask(at);
    if (mediaType === "text/html") return await writePage(at, file, body.toString("utf8"));
    const relative = resolveFrom(at, (to) => linkFrom(file, to));
    if (mediaType === "text/css") {
      return await folder.write(file, Buffer.from(await rewriteCss(body.toString("utf8"), relative)));
    }
    if (/\b(?:xml|json)$/.test(mediaType) && !at.startsWith("/ewp/") && mediaType !== "image/svg+xml") {
      const text = await rewriteAddresses(
        body.toString("utf8"),
        base,
        resolveFrom(at, (to) => addressOf(base, to)),
      );
      return await folder.write(file, Buffer.from(text));
    }
    await folder.write(file, body);
    if (cardOf(at) === file && etag !== null) await cards.add(join(path, file), etag);
  }

  /** The content whose exact bytes an address serves. */
  async function hashOfContent(at: string): Promise<Hash | null> {
    if (at.includes("thumb=")) return null;
    const signed = /^\/ewp\/contents\/(0x[0-9a-f]{64})/.exec(at)?.[1];
    if (signed !== undefined) return parseHash(signed);
    const id = /^\/publications\/(\d+)\/file$/.exec(at)?.[1];
    return id === undefined
      ? null
      : ((await findPublicPost(context, { id: Number(id) }))?.post.contentHash ?? null);
  }

  /** Whether a server that guesses types would take a content without an ending for a page. */
  async function isPageLike(at: string): Promise<boolean> {
    const hash = await hashOfContent(at);
    if (hash === null || (await context.blobs.size(hash)) === null) return false;
    return looksLikePage(await buffer(context.blobs.read(hash, { start: 0, end: guessedBytes - 1 })));
  }

  async function writeWaiting(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted();
      await writeOne(next);
      onProgress?.(folder.counts.files);
    }
  }

  /** The whole index of the protocol in one file: a web server knows no pages of it. */
  async function writeIndex(): Promise<void> {
    const data: { contentHash: string; timestamp: number }[] = [];
    for (let page = 1, isMore = true; isMore; page += 1) {
      const answer = await site.ask(`/ewp/publications?limit=1000&page=${page}`);
      const part = JSON.parse(answer.body.toString("utf8"));
      data.push(...part.data);
      isMore = part.pagination.hasNextPage;
    }
    for (const { contentHash, timestamp } of data)
      await locate(`/ewp/contents/${contentHash}?timestamp=${timestamp}`);
    const [page, limit, total] = [1, Math.max(1, data.length), data.length];
    const totalPages = total > 0 ? 1 : 0;
    const pagination = { page, limit, total, totalPages, hasNextPage: false, hasPreviousPage: false };
    await folder.write("ewp/publications", Buffer.from(JSON.stringify({ data, pagination })));
  }

  for (const at of [...starts, ...others]) await locate(at);
  await writeWaiting();
  for await (const tag of listTags(context)) await locate(pathOfTag(tag));
  await writeWaiting();
  await writeIndex();
  await writeWaiting();
  const lost = await site.ask("/nothing-is-here");
  const root = `${new URL(base).pathname.replace(/\/$/, "")}/`;
  const lostPage = await rewriteHtml(
    lost.body.toString("utf8"),
    resolveFrom("/", (to) => `${root}${linkFrom("", to)}`),
  );
  await folder.write("404.html", Buffer.from(addPolicy(lostPage, "shown")));
  if (search) {
    const { body } = await site.ask(searchPath);
    for (const script of searchScripts) files.set(script, script.slice(1));
    await writePage("/search", searchFile, body.toString("utf8"));
    await search.write(folder);
  }
  await writeWaiting();
  await writeRedirects(context, { base, folder, locate });
  await writeWaiting();
  for (const { name, body } of verifierFiles()) await folder.write(name, body);
  await folder.prune();
  await cards.save();
  const about = { node: own.url, address: own.address, madeAt: new Date(context.clock.now()).toISOString() };
  const statement = await writeManifest(path, about, { isMade: folder.has, signal });
  // A signature over another list would be a wrong one.
  if ((await readSignature(path))?.hash !== statement.hash)
    await rm(join(path, archiveNames.signature), { force: true });
  return { ...folder.counts, hasSearch: search !== null, statement };
}

/** The file of a post's preview; null for any other path. */
function cardOf(at: string): string | null {
  return /^\/publications\/\d+\/card\.png$/.test(at) ? at.slice(1) : null;
}

const postsTogether = 200;

/** The tags of all posts; some come again. */
async function* listTags(context: Pick<Context, "store" | "owner">): AsyncGenerator<string> {
  for (let offset = 0; ; offset += postsTogether) {
    const found = await readPublicPosts(context, { limit: postsTogether, offset });
    if (found === null || found.posts.length === 0) return;
    yield* Object.values(await readPostTags(context, found.posts)).flat();
  }
}
