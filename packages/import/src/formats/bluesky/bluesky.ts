import { decode } from "cborg";
import { plainText, type SourceText } from "../../balance/source-text.ts";
import type { UnweighedPost } from "../../balance/weighed-posts.ts";
import { encodeAddress } from "../../html/clean-html.ts";
import { escapeText } from "../../html/escape-text.ts";
import { asGallery } from "../../html/figures.ts";
import type { ArchiveEntry, ImportedFile, ImportRefusal, ImportSource } from "../../source.ts";
import { draftBecause, publicBecause } from "../../visibility.ts";
import { findByBeginning, type OpenedExport } from "../opened-export.ts";
import { listOf, objectOf, readDate, readLanguage, textOr } from "../read-text.ts";
import { refusalOf, sourceOf } from "../source-of.ts";
import { ThreadGatherer, ThreadIndex, type ThreadPart } from "../threads.ts";
import { postText, tagsOfPost } from "./post-text.ts";
import { type CarBlock, Cid, readCar } from "./read-car.ts";

type Row = Readonly<Record<string, unknown>>;

const posts = "app.bsky.feed.post";

/** The mark of a CID: short, because there may be a million of them, and unique enough where nobody chooses them. */
const markOf = (cid: string) => Buffer.from(cid.slice(-24)).toString("latin1");

/** The keys of a block, without the collection. */
const keysOf = ({ keys }: Pick<Repository, "keys">, cid: string) => [keys.get(markOf(cid)) ?? []].flat();

/** The facts about a repository from its first reading. */
interface Repository {
  readonly file: ArchiveEntry;
  did: string;
  /** The keys of posts, by marks of their blocks. Equal posts share a block. */
  readonly keys: Map<string, string | string[]>;
  readonly index: ThreadIndex;
  reposts: number;
  /** The profile asks not to show the account to people without one. */
  isForMembers: boolean;
}

/**
 * Opens a repository of Bluesky (Settings > Account > Export my data; atproto.com/specs/repository): a CAR file, and blobs named
 * by their CID where they are in the same folder or archive. Taken are the owner's posts; own replies to them are joined to one
 * post. Reposts, replies to others and likes are left out. Each block's hash is checked.
 */
export async function openBluesky(opened: OpenedExport): Promise<ImportSource | null> {
  const [file] = await findByBeginning(opened, /\.car$/i, isCar);
  if (!file) return null;
  const repository: Repository = {
    file,
    did: "",
    keys: new Map(),
    index: new ThreadIndex(),
    reposts: 0,
    isForMembers: false,
  };
  await readKeys(repository);
  if (repository.did === "") return null;
  await readThreads(repository);
  const count = repository.index.size;
  return sourceOf(opened, { format: "bluesky", count, read: () => readPosts(opened, repository) });
}

/** A CAR file begins with a map of `roots` and `version`, in CBOR. */
function isCar(beginning: Buffer): boolean {
  const head = beginning.subarray(0, 200).toString("latin1");
  return head.slice(1, 4).includes("\xa2") && head.includes("eroots") && head.includes("gversion\u0001");
}

const options = {
  tags: { 42: (decodeInner: () => unknown) => new Cid((decodeInner() as Uint8Array).subarray(1)) },
};

/** null for a block that is not DAG-CBOR, such as a picture. */
function parseBlock({ bytes }: CarBlock): Row | null {
  try {
    return objectOf(decode(bytes, options as never));
  } catch {
    return null;
  }
}

/** The keys of all posts, from the nodes of the tree, each of which has its keys by itself; and whose they are. */
async function readKeys(repository: Repository): Promise<void> {
  for await (const block of readCar(await repository.file.open())) {
    const row = parseBlock(block);
    if (row === null) continue;
    if (typeof row.did === "string" && row.data instanceof Cid) repository.did = row.did;
    if (row.$type === "app.bsky.actor.profile")
      repository.isForMembers ||= listOf(objectOf(row.labels).values).some(
        ({ val }) => val === "!no-unauthenticated",
      );
    let bytes = Buffer.alloc(0);
    for (const { p, k, v } of listOf(row.e)) {
      if (!(k instanceof Uint8Array)) break;
      bytes = Buffer.concat([bytes.subarray(0, Number(p)), k]);
      if (bytes.toString("latin1", 0, reposts.length) === reposts) repository.reposts += 1;
      if (bytes.toString("latin1", 0, posts.length + 1) !== `${posts}/` || !(v instanceof Cid)) continue;
      const key = bytes.toString("latin1", posts.length + 1);
      const others = keysOf(repository, v.text);
      repository.keys.set(markOf(v.text), others.length === 0 ? key : [...others, key]);
      repository.index.add(key, null);
    }
  }
}

const reposts = "app.bsky.feed.repost/";
const isPost = (row: Row | null): row is Row => row?.$type === posts && typeof row.text === "string";

/** Which posts answer which. */
async function readThreads(repository: Repository): Promise<void> {
  const { file, did, index } = repository;
  const own = `at://${did}/${posts}/`;
  for await (const block of readCar(await file.open())) {
    const keys = keysOf(repository, block.cid);
    const row = keys.length > 0 ? parseBlock(block) : null;
    if (!isPost(row) || row.reply === undefined) continue;
    const parent = textOr(objectOf(objectOf(row.reply).parent).uri);
    const root = textOr(objectOf(objectOf(row.reply).root).uri);
    for (const key of keys) {
      if (parent.startsWith(own) && root.startsWith(own)) index.add(key, parent.slice(own.length));
      else index.addForeign(key);
    }
  }
  index.seal();
}

interface Post extends ThreadPart {
  readonly row: Row;
}

async function* readPosts(
  opened: OpenedExport,
  repository: Repository,
): AsyncGenerator<UnweighedPost | ImportRefusal> {
  const { index, reposts } = repository;
  const threads = new ThreadGatherer<Post>(index);
  for await (const block of readCar(await repository.file.open())) {
    const keys = keysOf(repository, block.cid);
    const row = keys.length > 0 ? parseBlock(block) : null;
    if (!isPost(row)) continue;
    for (const id of keys) {
      const thread = threads.take({ id, at: readDate(row.createdAt), row });
      if (thread) yield toPost(opened, repository, thread);
    }
  }
  for (const thread of threads.rest()) yield toPost(opened, repository, thread);
  if (reposts > 0)
    yield {
      key: "reposts",
      why: `${reposts} reposts were left out: other people wrote them.`,
      leftOut: { because: "others", count: reposts },
    };
  if (index.leftOut > 0)
    yield {
      key: "replies",
      why: `${index.leftOut} replies to other people were left out.`,
      leftOut: { because: "others", count: index.leftOut },
    };
}

function toPost(
  opened: OpenedExport,
  { did, isForMembers }: Repository,
  thread: readonly Post[],
): UnweighedPost | ImportRefusal {
  const key = `at://${did}/${posts}/${thread[0]?.id ?? ""}`;
  try {
    const files = new Map<string, ImportedFile>();
    const notes = new Set<string>();
    const texts = thread.flatMap(({ row, id }) => {
      const page = `https://bsky.app/profile/${did}/post/${id}`;
      return [postText(row), ...embedToMarkdown(opened, { did, page, files, notes }, objectOf(row.embed))];
    });
    const langs = thread[0]?.row.langs;
    return {
      key,
      title: "",
      markdown: texts.filter((text) => text !== "").join("\n\n"),
      slug: null,
      writtenAt: thread[0]?.at ?? null,
      isPage: false,
      visibility: isForMembers
        ? draftBecause("site")
        : thread.some(({ row }) => listOf(objectOf(row.labels).values).length > 0)
          ? draftBecause("sensitive")
          : publicBecause("repository"),
      tags: [...new Set(thread.flatMap(({ row }) => tagsOfPost(row)))],
      language: Array.isArray(langs) && langs.length === 1 ? readLanguage(langs[0]) : null,
      excerpt: null,
      cover: null,
      oldPaths: [],
      files: [...files.values()],
      notes: [...notes],
      visible: thread.flatMap(({ row }) => visibleOf(row)),
    };
  } catch (error) {
    return refusalOf(key, "", error);
  }
}

/** Everything that a post showed: text, the descriptions of its pictures, and the title of its link. */
function visibleOf(row: Row): readonly SourceText[] {
  const embed = objectOf(row.embed);
  const both = [embed, objectOf(embed.media)];
  const described = both.flatMap((one) => [...listOf(one.images), one]).map(({ alt }) => textOr(alt));
  const titles = both.map(({ external }) => textOr(objectOf(external).title));
  return plainText(textOr(row.text), ...described, ...titles);
}

/** The results of reading a post, and its address. */
interface PostParts {
  readonly did: string;
  readonly page: string;
  readonly files: Map<string, ImportedFile>;
  readonly notes: Set<string>;
}

/** Pictures, a video, a link with its title, and a post that is quoted. */
function embedToMarkdown(opened: OpenedExport, post: PostParts, embed: Row): string[] {
  const { did, page, files, notes } = post;
  const pictures: string[] = [];
  for (const { image, alt } of listOf(embed.images)) {
    const file = blobOf(opened, did, objectOf(image), textOr(alt));
    if (file === null) continue;
    files.set(file.address, file);
    pictures.push(`![${escapeText((file.description ?? "").replace(/\s+/g, " "))}](${file.address})`);
  }
  const parts = asGallery(pictures);
  const video =
    embed.video === undefined ? null : blobOf(opened, did, objectOf(embed.video), textOr(embed.alt));
  if (video?.open) {
    files.set(video.address, video);
    parts.push(`[${escapeText(video.description ?? video.name)}](${video.address})`);
  } else if (video) {
    notes.add(`The video ${video.name} is not in the folder: a link leads to its post, ${page}.`);
    parts.push(`[${escapeText((video.description ?? video.name).replace(/\s+/g, " "))}](${page})`);
  }
  const { uri, title } = objectOf(embed.external);
  const link = URL.parse(textOr(uri));
  if (link && /^https?:$/.test(link.protocol))
    parts.push(
      `[${escapeText(textOr(title).replace(/\s+/g, " ").trim() || link.href)}](${encodeAddress(link.href)})`,
    );
  const quoted = /^at:\/\/(did:[\w:.-]+)\/app\.bsky\.feed\.post\/([\w.~:-]+)$/.exec(
    textOr(objectOf(embed.record).uri) || textOr(objectOf(objectOf(embed.record).record).uri),
  );
  const media =
    embed.media === undefined
      ? []
      : embedToMarkdown(opened, post, { ...objectOf(embed.media), media: undefined });
  if (quoted) parts.push(`<https://bsky.app/profile/${quoted[1]}/post/${quoted[2]}>`);
  return [...media, ...parts];
}

/** A blob from the archive, else where Bluesky serves it. */
function blobOf(
  { entries }: OpenedExport,
  did: string,
  { ref, cid: written, mimeType }: Row,
  alt: string,
): ImportedFile | null {
  // Posts of the first months name the blob by its text.
  const cid = ref instanceof Cid ? ref.text : textOr(written);
  if (!/^[a-z\d]{20,120}$/i.test(cid)) return null;
  const type = /^[a-z]+\/([a-z\d]{1,10})$/.exec(textOr(mimeType))?.[1]?.replace("jpeg", "jpg") ?? "bin";
  const folders = ["", "blobs/", `${did}/`, "data/"];
  const entry = folders
    .flatMap((folder) => [`${folder}${cid}`, `${folder}${cid}.${type}`, `${folder}${cid}.jpeg`])
    .map((name) => entries.get(name))
    .find((one) => one);
  const address = entry
    ? `${cid}.${type}`
    : `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/${cid}@jpeg`;
  return {
    address,
    name: `${cid}.${type}`,
    description: alt.trim() || null,
    open: entry ? () => entry.open() : null,
  };
}
