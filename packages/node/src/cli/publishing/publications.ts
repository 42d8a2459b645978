import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { graphql, type ReplyOf, type TypedDocument, type VariablesOf } from "@freehold/client";
import { program } from "../../config/program.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { askApi, listFromApi, type Page } from "../ask-api.ts";
import { type Call, choiceOf, chooseAction, parseLimit, requireYes, textOf } from "../command.ts";
import { type Column, formatBytes, formatMoment } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printList, printResult } from "../terminal.ts";

/** A post or a file, without its text. */
const publication = graphql(`fragment Publication on Publication {
  id type state slug url contentHash timestamp signature createdAt publishedAt scheduledAt revision tags description filename
  mediaType size commentCount
}`);
/** A file has no text that a list would show. */
type Publication = ReplyOf<typeof publication> & { readonly body?: string | null };

const postsQuery = graphql(
  `query ($first: Int!, $after: String, $states: [PublicationState!]) {
    list: publications(first: $first, after: $after, types: [POST], states: $states, by: PUBLISHED) {
      nodes { ...Publication body } pageInfo { hasNextPage endCursor }
    }
  }`,
  [publication],
);
const filesQuery = graphql(
  `query ($first: Int!, $after: String, $states: [PublicationState!]) {
    list: publications(first: $first, after: $after, types: [FILE], states: $states, by: PUBLISHED) {
      nodes { ...Publication } pageInfo { hasNextPage endCursor }
    }
  }`,
  [publication],
);
const publicationQuery = graphql(
  `query ($id: ID, $contentHash: ContentHash, $slug: String) {
    publication(id: $id, contentHash: $contentHash, slug: $slug) { ...Publication body }
  }`,
  [publication],
);
const updatePublication = graphql(
  "mutation ($input: UpdatePublicationInput!) { saved: updatePublication(input: $input) { ...Publication body } }",
  [publication],
);
const destroyPublication = graphql(
  "mutation ($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id files } }",
);
const filesOfPost = graphql(
  "query ($id: ID!) { files: filesOfPost(id: $id) { publication { id filename } isShared } }",
);
type FileOfPost = ReplyOf<typeof filesOfPost>["files"][number];

const columns: readonly Column<Publication>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "WHEN", style: "dim", cell: (one) => formatMoment(Date.parse(timeOf(one))) },
  { title: "STATE", cell: ({ state }) => state.toLowerCase() },
  { title: "WHAT", flexible: true, cell: titleOf },
  { title: "ADDRESS", style: "cyan", cell: ({ url }) => url ?? "" },
];

function timeOf({ state, scheduledAt, publishedAt, createdAt }: Publication): string {
  return (state === "DRAFT" ? scheduledAt : publishedAt) ?? createdAt;
}

/** `freehold posts`: lists, shows, edits and deletes the owner's posts. */
export async function posts(call: Call): Promise<void> {
  await manage(call, "POST");
}

/** `freehold media`: the same for the owner's files. */
export async function media(call: Call): Promise<void> {
  await manage(call, "FILE");
}

async function manage(call: Call, type: Publication["type"]): Promise<void> {
  const { action, rest } = chooseAction(call, {
    list: [0, 0],
    show: [1, 1],
    edit: [1, type === "POST" ? 2 : 1],
    delete: [1, Infinity],
  });
  await using node = await openForCall(call);
  const [key = "", file] = rest;
  if (action === "list") return await list(call, node, type);
  if (action === "show") return await show(call, await find(node, type, key));
  if (action === "edit") return await edit(call, node, await find(node, type, key), file);
  const found = await Promise.all([...new Set(rest)].map((one) => find(node, type, one)));
  await deleteAll(call, node, found);
}

async function list(call: Call, node: OpenNode, type: Publication["type"]): Promise<void> {
  const state = choiceOf(call, "state", ["draft", "local", "signed"]);
  const document: TypedDocument<
    { list: Page<Publication> },
    { first: number; after?: string | null; states?: Publication["state"][] | null }
  > = type === "POST" ? postsQuery : filesQuery;
  const states = state ? [state] : (["DRAFT", "LOCAL", "SIGNED"] as const);
  const items = listFromApi(node, document, parseLimit(call), { states });
  await printList(call, items, { columns, none: "No posts yet." });
}

/** @param key the id, the slug or the hash, as `freehold sign` takes it */
async function find(node: OpenNode, type: Publication["type"], key: string): Promise<Publication> {
  const ask = async (by: VariablesOf<typeof publicationQuery>) =>
    (await askApi(node, publicationQuery, by)).publication;
  const byId = /^[0-9]{1,15}$/.test(key) ? await ask({ id: key }) : null;
  const isHash = /^0x[0-9a-f]{64}$/.test(key);
  const found = byId ?? (await ask(isHash ? { contentHash: key } : { slug: key }));
  if (found?.type === type) return found;
  const noun = type === "POST" ? "post" : "file";
  throw new AppError("NOT_FOUND", msg`There is no ${noun} with the ID, slug or hash ${JSON.stringify(key)}.`);
}

async function show(call: Call, publication: Publication): Promise<void> {
  const { terminal } = call;
  if (call.json || publication.type === "FILE") {
    const { body: _, ...file } = publication;
    return await printResult(call, publication.type === "FILE" ? file : publication, describe(publication));
  }
  for (const line of describe(publication)) terminal.note(line);
  const body = publication.body ?? "";
  await terminal.write(body.endsWith("\n") ? body : `${body}\n`);
}

function describe({
  id,
  state,
  url,
  contentHash,
  filename,
  mediaType,
  size,
  description,
}: Publication): string[] {
  return [
    `${id}, ${state.toLowerCase()}${filename === null ? "" : `: ${safeText(filename)}`}`,
    `${mediaType}${size === null ? "" : `, ${formatBytes(size)}`}`,
    url ?? "",
    contentHash,
    safeText(description ?? ""),
  ].filter((line) => line !== "");
}

async function edit(
  call: Call,
  node: OpenNode,
  { id, type, revision }: Publication,
  file: string | undefined,
): Promise<void> {
  const slug = textOf(call, "slug");
  const description = textOf(call, "description");
  if (type === "POST" && description !== undefined) {
    throw new AppError("USAGE", msg`A post has no caption: --description belongs to ${program} media edit.`);
  }
  const body =
    file === undefined
      ? undefined
      : await (file === "-" ? readText(call.terminal.input) : readFile(file, "utf8"));
  if (body === undefined && slug === undefined && description === undefined) {
    throw new AppError("USAGE", "Nothing to change. Give a FILE with the text, or a flag.");
  }
  const input = {
    id,
    revision,
    ...(body !== undefined && { body: body.replace(/^\uFEFF/, "") }),
    ...(slug !== undefined && { slug: slug || null }),
    takeSlug: call.flags["take-slug"] === true,
    ...(description !== undefined && { description: description || null }),
  };
  const { saved } = await askApi(node, updatePublication, { input });
  await printResult(call, saved, [
    `Saved ${saved.id}.`,
    saved.url && `  ${call.terminal.paint("cyan", saved.url)}`,
  ]);
}

async function deleteAll(call: Call, node: OpenNode, found: readonly Publication[]): Promise<void> {
  const withFiles = call.flags["with-files"] === true;
  const files = await findFilesOf(node, found);
  const lines = files.map(({ publication: { id, filename }, isShared }) => {
    const fate = isShared
      ? "stays public: something else uses it"
      : withFiles
        ? "is deleted too"
        : "stays public";
    return `  ${id}  ${safeText(filename ?? "a file")}  ${fate}`;
  });
  const left = files.filter(({ isShared }) => !isShared && !withFiles).length;
  requireYes(
    call,
    [...found.map((one) => `${one.id}  ${one.state.toLowerCase()}  ${titleOf(one)}`), ...lines],
    `Copies of signed posts on other sites stay.${left === 0 ? "" : " With --with-files, the files that nothing else refers to go, too."}`,
  );
  const deleted: ReplyOf<typeof destroyPublication>["destroyPublication"][] = [];
  for (const { id } of found) {
    const reply = await askApi(node, destroyPublication, { input: { id, withFiles } });
    deleted.push(reply.destroyPublication);
  }
  const ids = deleted.flatMap(({ id, files: gone }) => [id, ...gone]);
  const stay = files.map(({ publication }) => publication.id).filter((id) => !ids.includes(id));
  await printResult(call, deleted, [
    `Deleted ${ids.join(", ")}. It can be restored for 30 days: ${program} trash restore`,
    stay.length > 0 && `Its files stay public: ${stay.join(", ")}. To delete them: ${program} media delete.`,
  ]);
}

/** The public files that posts refer to, each once. */
async function findFilesOf(node: OpenNode, posts: readonly Publication[]): Promise<FileOfPost[]> {
  const found = new Map<string, FileOfPost>();
  for (const { id } of posts.filter(({ type }) => type === "POST"))
    for (const file of (await askApi(node, filesOfPost, { id })).files) found.set(file.publication.id, file);
  return [...found.values()];
}

function titleOf({ type, body, filename, description, mediaType, size }: Publication): string {
  if (type === "FILE") {
    const traits = [mediaType, ...(size === null ? [] : [formatBytes(size)])].join(", ");
    return `${safeText(filename ?? "a file")} (${traits})${description ? `: ${safeText(description)}` : ""}`;
  }
  const line =
    (body ?? "")
      .slice(0, 1600)
      .split("\n")
      .map(safeText)
      .find((one) => /[^\s#=-]/.test(one)) ?? "";
  return line.replace(/^#{1,6} +/, "").slice(0, 200);
}
