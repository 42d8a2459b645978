import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { formatError } from "../../errors.tsx";
import { ApiError } from "../../graphql.ts";

/** A file that the node makes now, and how it fares on its way into the browser's downloads. */
export function Download({ what, path }: { what: "backup" | "export"; path: string }): ReactElement {
  const all = useMessages();
  const messages = all.settings.data;
  const { download, failed } = messages.downloads[what];
  const { size: saySize } = useSiteMessages();
  const [size, setSize] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  const take = useMutation({
    networkMode: "always",
    mutationFn: () => {
      work.current = new AbortController();
      return downloadFile(path, work.current.signal, setSize);
    },
    onMutate: () => setSize(null),
    onSuccess: saveFile,
  });
  // Nobody waits for it on another page.
  useEffect(() => () => work.current?.abort(), []);
  const isStopped = take.error?.name === "AbortError";
  const problems: Readonly<Record<string, string>> = messages.problems;
  const reason = take.error instanceof ApiError ? problems[take.error.code] : undefined;
  return (
    <section className="download" aria-label={download}>
      <div className="choices">
        <button type="button" disabled={take.isPending} onClick={() => take.mutate()}>
          {download}
        </button>
        {take.isPending && (
          <button type="button" className="plain" onClick={() => work.current?.abort()}>
            {all.cancel}
          </button>
        )}
      </div>
      <p role="status" className="outcome hint">
        {take.isPending && (size === null ? messages.making : messages.downloading(saySize(size)))}
        {take.isSuccess && messages.downloaded(take.data.name, saySize(take.data.file.size))}
        {isStopped && messages.stopped}
      </p>
      {take.error && !isStopped && (
        <p role="alert" className="trouble">
          {failed(reason ?? formatError(all, take.error))}
        </p>
      )}
    </section>
  );
}

/** A file of the node's that is here in the browser. */
interface DownloadedFile {
  readonly name: string;
  readonly file: Blob;
}

/**
 * Has the node make a file, and fetches it.
 *
 * @param path where: `/api/backup` or `/api/export`
 * @param onMade told its size in bytes when it is made and begins to come
 * @throws AskError with the node's code; OFFLINE without an answer; BROKEN_OFF when it ends on its way
 */
export async function downloadFile(
  path: string,
  signal: AbortSignal,
  onMade: (bytes: number) => void,
): Promise<DownloadedFile> {
  const reply = await fetch(path, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError("OFFLINE", "The node does not answer.");
  });
  if (!reply.ok) throw await readRefusal(reply);
  onMade(Number(reply.headers.get("content-length")));
  const file = await reply.blob().catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError("BROKEN_OFF", "It ended on its way.");
  });
  const [, name = "freehold"] =
    /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "") ?? [];
  return { name, file };
}

async function readRefusal(reply: Response): Promise<ApiError> {
  const { error = "" } = (await reply.json().catch(() => ({}))) as { error?: string };
  // To whoever has no session there is nothing there.
  const code = reply.status === 404 ? "UNAUTHENTICATED" : error || `HTTP_${reply.status}`;
  return new ApiError(code, reply.headers.get("x-error-detail") ?? `HTTP ${reply.status}`);
}

/** Hands a file to the browser's downloads. */
export function saveFile({ name, file }: DownloadedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
