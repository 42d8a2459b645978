import { graphql } from "@freehold/client";
import { ApiError, askField, codeOfStatus, type FieldOf, mutation, offline } from "../../../graphql.ts";

export const countNames = [
  "posts",
  "drafts",
  "pages",
  "files",
  "redirects",
  "comments",
  "followers",
  "following",
  "replicas",
  "settings",
  "devices",
] as const;
export type Counts = Report["taken"];

export type Note = Report["notes"][number];

/** The result of an import or of its dry run. The lists have the first hundred entries. */
export type Report = NonNullable<ImportJob["report"]>;

/** The import of this node. */
export type ImportJob = NonNullable<FieldOf<typeof importQuery>>;

/** The names of the programs whose files can be imported. */
export const programNames: Readonly<Record<string, string>> = {
  wordpress: "WordPress",
  ghost: "Ghost",
  mastodon: "Mastodon",
  bluesky: "Bluesky",
  blogger: "Blogger",
  substack: "Substack",
  medium: "Medium",
  markdown: "Markdown",
  reference: "epress",
  freehold: "Freehold",
};

export const isRunning = (job: ImportJob | null | undefined) =>
  job?.state === "CHECKING" || job?.state === "IMPORTING";

export const importQuery = graphql(`query ImportJob {
  importJob {
    id state name url format done total error
    report {
      taken { posts drafts pages files redirects comments followers following replicas settings devices }
      known { posts drafts pages files redirects comments followers following replicas settings devices }
      refused noted missing earliest latest isUnproven signedBy leftOut incomplete unsaid unsaidTitles
      withoutSite fetched unfetched fetchedLater
      authors { name count }
      losses { title words arrived missingCode examples }
      reasons { state why count }
      refusals { what why }
      notes { what why }
      entries { title kind writtenAt }
    }
  }
}`);

export const importFeed = mutation(
  graphql("mutation ImportFeed($input: ImportFeedInput!) { importFeed(input: $input) { id } }"),
);
export const startImport = mutation(
  graphql("mutation StartImport($input: StartImportInput!) { startImport(input: $input) { id } }"),
);
export const stopImport = mutation(
  graphql("mutation StopImport($input: StopImportInput!) { stopImport(input: $input) { id } }"),
);
export const discardImport = mutation(
  graphql("mutation DiscardImport($input: DiscardImportInput!) { discardImport(input: $input) }"),
);

/**
 * Sends a file to import. It uses XMLHttpRequest, since fetch reports no progress.
 *
 * @param onProgress receives the share that was sent, from 0 to 1
 * @throws ApiError; a DOMException AbortError when it is cancelled
 */
export function sendImport(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open("POST", `/api/import?name=${encodeURIComponent(file.name)}`);
  request.responseType = "json";
  request.setRequestHeader("content-type", "application/octet-stream");
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    if (request.status === 201) return resolve();
    // Without a session the node answers 404.
    const given = (request.response as { error?: string } | null)?.error;
    const code = request.status === 404 ? "UNAUTHENTICATED" : (given ?? codeOfStatus(request.status));
    reject(new ApiError(code, request.getResponseHeader("x-error-detail") ?? request.statusText));
  };
  request.onerror = () => reject(offline());
  request.onabort = () => reject(new DOMException("Cancelled.", "AbortError"));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

/** Imported posts without a signature: their number, and the earliest of them. */
export const readUnsigned = (signal?: AbortSignal) =>
  askField(graphql("query ImportedToSign { importedToSign { count ids } }"), {}, signal);
