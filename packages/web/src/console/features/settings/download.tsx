import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import { ApiError, codeOfStatus, fetchFromNode } from "../../graphql.ts";
import { withFreshSession } from "../../signing/fresh-session.ts";

/** Downloads a file that the node makes on request, and shows the progress. @param look of its button */
export function Download({
  what,
  path,
  look,
  text,
}: {
  what: "backup" | "export" | "site";
  path: string;
  look?: "plain" | undefined;
  /** The text of the button, where it is not the usual one. */
  text?: string | undefined;
}): ReactElement {
  const all = useMessages();
  const messages = all.settings.data;
  const { download, failed } = messages.downloads[what];
  const { size: formatSize } = useSiteMessages();
  const [size, setSize] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  const take = useMutation({
    networkMode: "always",
    mutationFn: () => {
      work.current = new AbortController();
      return downloadFile(path, { signal: work.current.signal }, setSize);
    },
    onMutate: () => setSize(null),
    onSuccess: saveFile,
  });
  // Cancel it when the view is left.
  useEffect(() => () => work.current?.abort(), []);
  const isStopped = take.error?.name === "AbortError";
  const problems: Readonly<Record<string, string>> = messages.problems;
  const reason = take.error instanceof ApiError ? problems[take.error.code] : undefined;
  return (
    <section className="download" aria-label={download}>
      <div className="choices">
        <Button look={look} disabled={take.isPending} onClick={() => take.mutate()} text={text ?? download} />
        {take.isPending && <Button look="plain" onClick={() => work.current?.abort()} text={all.cancel} />}
      </div>
      <p role="status" className="outcome hint">
        {take.isPending && (size === null ? messages.making : messages.downloading(formatSize(size)))}
        {take.isSuccess && messages.downloaded(take.data.name, formatSize(take.data.file.size))}
        {isStopped && messages.stopped}
      </p>
      <Trouble
        text={take.error && !isStopped && failed(reason ?? formatError(all, take.error))}
        error={!isStopped && take.error}
      />
    </section>
  );
}

/**
 * Requests a file that the node makes, and downloads it.
 *
 * @param path where: `/api/backup`, `/api/export` or `/api/site`
 * @param onMade receives the size in bytes when the download starts
 * @throws ApiError with the node's code; OFFLINE without an answer; BROKEN_OFF when the download is interrupted
 */
export async function downloadFile(path: string, init: RequestInit, onMade: (bytes: number) => void) {
  const reply = await withFreshSession(() => askFor(path, init));
  onMade(Number(reply.headers.get("content-length")));
  const file = await reply.blob().catch((error: unknown) => {
    throw init.signal?.aborted ? error : new ApiError("BROKEN_OFF", "It ended on its way.");
  });
  const disposition = reply.headers.get("content-disposition") ?? "";
  const [, name = "freehold"] = /filename="([^"]+)"/.exec(disposition) ?? [];
  return { name, file };
}

/** @throws ApiError for a reply that refuses */
export async function askFor(path: string, init: RequestInit): Promise<Response> {
  const reply = await fetchFromNode(path, init);
  if (!reply.ok) throw await readRefusal(reply);
  return reply;
}

async function readRefusal(reply: Response): Promise<ApiError> {
  const { error = "" } = (await reply.json().catch(() => ({}))) as { error?: string };
  const detail = reply.headers.get("x-error-detail") ?? "";
  // Without a session the node answers as where there is nothing.
  const isHidden = reply.status === 404 && !detail.startsWith("This export");
  const code = isHidden ? "UNAUTHENTICATED" : error || codeOfStatus(reply.status);
  return new ApiError(code, detail);
}

export function saveFile({ name, file }: { name: string; file: Blob }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
