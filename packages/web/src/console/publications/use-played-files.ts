import { graphql } from "@freehold/client";
import type { Hash } from "@freehold/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { hashOfContents } from "../../markdown/addresses.ts";
import { playerOf } from "../../markdown/players.ts";
import { readReferences } from "../../markdown/references.ts";
import type { TextParts } from "../../markdown/text/text-parts.ts";
import { askField } from "../graphql.ts";
import { pathOfContents } from "./referenced-files.ts";

// Files of a text that may be sounds or videos.
const mostFiles = 50;

/** The media types of files, by their hashes; null for a hash that no file here has. Bytes never change. */
const known = new Map<Hash, string | null>();

/** Keeps the type of a file that was uploaded here, so that nobody asks for it. */
export function keepMediaType(contentHash: Hash, mediaType: string): void {
  known.set(contentHash, mediaType);
}

/**
 * The sounds and videos that a text of the owner's names, drafts too.
 *
 * @param isOwn whether the text is the owner's: of another one nothing is looked up
 * @param excerpt about this many characters are shown
 */
export function usePlayedFiles(
  markdown: string,
  { isOwn, excerpt }: { isOwn: boolean; excerpt: number | undefined },
): TextParts["files"] {
  const paths = useMemo(() => (isOwn ? findPaths(markdown, excerpt) : []), [markdown, isOwn, excerpt]);
  const { data } = useQuery({
    queryKey: ["played", ...paths],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(paths.map((path) => findFile(path, signal)));
      return new Map(found.flatMap((pair) => (pair === null ? [] : [pair])));
    },
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (paths.length > 0 && data) || noFiles;
}

const noFiles: TextParts["files"] = new Map();

/** This runs on every keystroke. */
function findPaths(markdown: string, excerpt: number | undefined): readonly string[] {
  if (!markdown.includes("/ewp/contents/")) return [];
  const { files, pictures } = readReferences(markdown, { excerpt });
  const named = new Set([...files, ...pictures.filter((path) => hashOfContents(path) !== null)]);
  return [...named].slice(0, mostFiles);
}

type Files = TextParts["files"] extends ReadonlyMap<infer Path, infer File> ? [Path, File] : never;

async function findFile(path: string, signal: AbortSignal): Promise<Files | null> {
  const contentHash = hashOfContents(path);
  if (contentHash === null) return null;
  const mediaType = await readMediaType(contentHash, signal);
  if (!mediaType || playerOf(mediaType) === null) return null;
  return [path, { path: pathOfContents(contentHash), mediaType }];
}

/** The media type of a stored file, drafts too; null where there is none. @throws ApiError */
export async function readMediaType(contentHash: Hash, signal?: AbortSignal): Promise<string | null> {
  const mediaType = known.get(contentHash) ?? (await askField(typeQuery, { contentHash }, signal))?.mediaType;
  known.set(contentHash, mediaType ?? null);
  return mediaType ?? null;
}

const typeQuery = graphql(`query TypeOfFile($contentHash: ContentHash!) {
  publication(contentHash: $contentHash) { mediaType }
}`);
