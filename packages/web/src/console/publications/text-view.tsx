import { graphql } from "@freehold/client";
import type { Hash } from "@freehold/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactElement, useMemo } from "react";
import { readReferences } from "../../markdown/references.ts";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { readMarkdownOpening } from "../../markdown/text/opening.ts";
import type { QuotedPost } from "../../markdown/text/text-parts.ts";
import { noParts } from "../../markdown/text/text-parts.ts";
import { useSiteMessages } from "../../messages/console/use-messages.ts";
import type { Theme } from "../../site/view.ts";
import { prose } from "../elements.ts";
import { askField, type FieldOf } from "../graphql.ts";
import { nameOf } from "./byline.tsx";
import { timeOf } from "./publication.ts";
import { pathOfContents } from "./referenced-files.ts";
import { useFigures } from "./use-figures.ts";
import { usePlayedFiles } from "./use-played-files.ts";

const noPictures: readonly Hash[] = [];

/**
 * Markdown as readers see it.
 *
 * @param origin the address of the node it came from; absent for the owner's own. Its pictures stay there
 * @param storedPictures hashes of its pictures that are stored here
 * @param excerpt show about this many characters; absent for all
 */
export function TextView({
  markdown,
  origin,
  storedPictures = noPictures,
  excerpt,
}: {
  markdown: string;
  origin?: string | null;
  storedPictures?: readonly Hash[];
  excerpt?: number;
}): ReactElement {
  const messages = useSiteMessages();
  const quotes = useQuotes(markdown, { origin: origin ?? null, excerpt });
  const figures = useFigures(markdown, excerpt);
  const files = usePlayedFiles(markdown, { isOwn: !origin, excerpt });
  const rendered = useMemo(
    () =>
      renderMarkdown(markdown, {
        headingShift: 1,
        messages,
        diagrams: { path: null, theme: themeOfPage() },
        parts: { ...noParts, quotes, files, figures },
        contentAt: (hash) => (!origin || storedPictures.includes(hash) ? pathOfContents(hash) : null),
        ...(origin && { origin }),
        ...(excerpt !== undefined && { excerpt }),
      }),
    [markdown, origin, storedPictures, excerpt, messages, quotes, files, figures],
  );
  return prose(rendered);
}

/** The owner's choice for the dashboard, which its page carries. */
function themeOfPage(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

type Quotes = ReadonlyMap<string, QuotedPost>;
type QuotedPublication = FieldOf<typeof quotedQuery>[number]["publication"];

const noQuotes: Quotes = new Map();
/** The same limit as on a page of the site. */
const mostQuotes = 20;

/**
 * The posts that a text quotes by address and that are stored on this node.
 *
 * @param options.origin the node that the text came from, null for the owner's own; relative paths belong to it
 * @param options.excerpt about this many characters are shown
 */
function useQuotes(
  markdown: string,
  { origin, excerpt }: { origin: string | null; excerpt: number | undefined },
): Quotes {
  const addresses = useMemo(() => findAddresses(markdown, origin, excerpt), [markdown, origin, excerpt]);
  const { data } = useQuery({
    queryKey: ["quoted", ...addresses],
    queryFn: async ({ signal }) => {
      const quoted = await askField(quotedQuery, { addresses }, signal);
      return new Map(quoted.map(({ address, publication }) => [address, toQuoted(address, publication)]));
    },
    enabled: addresses.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (addresses.length > 0 && data) || noQuotes;
}

/** This runs on every keystroke, so only addresses that can belong to a post are requested. */
function findAddresses(markdown: string, origin: string | null, excerpt: number | undefined): string[] {
  if (!/\/(?:slug|publications|contents)\//.test(markdown)) return [];
  const isPost = (address: string) => /\/(?:slug|publications|ewp\/contents)\/[^/]+$/.test(address);
  const isOwnPath = (address: string) => address.startsWith("/");
  const found = new Set(readReferences(markdown, { excerpt }).quotes.filter(isPost));
  return [...found].filter((address) => origin === null || !isOwnPath(address)).slice(0, mostQuotes);
}

function toQuoted(href: string, post: QuotedPublication): QuotedPost {
  const opening = post.body === null ? null : readMarkdownOpening(post.body);
  return {
    href,
    author: nameOf(post),
    address: post.publisherAddress,
    contentHash: post.contentHash,
    at: timeOf(post),
    isSigned: post.state === "SIGNED",
    mediaType: post.mediaType,
    title: opening?.title ?? post.filename,
    summary: opening?.summary ?? post.description ?? "",
  };
}

const quotedQuery = graphql(`query Quoted($addresses: [String!]!) {
  quoted(addresses: $addresses) {
    address
    publication {
      state contentHash publisherAddress publisherTitle timestamp createdAt description filename body mediaType
    }
  }
}`);
