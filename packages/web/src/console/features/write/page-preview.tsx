import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, type ReactElement, useDeferredValue } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { LoadBoundary } from "../../components/load-boundary.tsx";
import { Trouble } from "../../errors.tsx";
import { ApiError, codeOfStatus, fetchFromNode } from "../../graphql.ts";

/** The text alone, where the node does not answer: it brings the renderer of Markdown. */
const TextView = lazy(() =>
  import("../../publications/text-view.tsx").then(({ TextView }) => ({ default: TextView })),
);

/**
 * The page that a text would have if it were published now, made by the node: with its title, cover, theme and the owner's stylesheet.
 *
 * @param id the stored post; null before the first save
 */
export function PagePreview({ markdown, id }: { markdown: string; id: string | null }): ReactElement {
  const messages = useMessages();
  const seen = useDeferredValue(markdown);
  const isEmpty = seen.trim() === "";
  const { data: page, error } = useQuery({
    queryKey: ["preview", id, seen],
    queryFn: ({ signal }) => fetchPage({ markdown: seen, id }, signal),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  if (!isEmpty && page !== undefined && !error)
    return (
      <iframe
        className="page-preview"
        title={messages.write.preview}
        // Nothing in it runs.
        sandbox="allow-same-origin"
        srcDoc={page}
        onLoad={({ currentTarget }) => openLinksOutside(currentTarget)}
      />
    );
  return (
    <section className="editor-column editor-preview" aria-label={messages.write.preview}>
      {isEmpty && <p className="hint">{messages.write.previewEmpty}</p>}
      <Trouble text={error && messages.write.previewPlain} />
      {error && (
        <LoadBoundary>
          <TextView markdown={seen} />
        </LoadBoundary>
      )}
    </section>
  );
}

async function fetchPage(
  body: { markdown: string; id: string | null },
  signal: AbortSignal,
): Promise<string> {
  const response = await fetchFromNode("/api/preview", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new ApiError(codeOfStatus(response.status), response.statusText);
  return await response.text();
}

/** The site's pages don't stand in frames: a link of the preview opens beside the dashboard. */
function openLinksOutside({ contentDocument }: HTMLIFrameElement): void {
  contentDocument?.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const href = link?.getAttribute("href");
    if (!link || !href || href.startsWith("#")) return;
    event.preventDefault();
    window.open(new URL(href, location.origin), "_blank", "noopener,noreferrer");
  });
}
