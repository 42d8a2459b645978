import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { AskError } from "../../../ask.ts";
import { sayProblem } from "../../../say-problem.ts";
import { useSiteWords, useWords } from "../../../words/use-words.ts";
import { saveFile, takeAway } from "./take-away.ts";

/** A file that the node makes now, and how it fares on its way into the browser's downloads. */
export function Download({ what, path }: { what: "backup" | "export"; path: string }): ReactElement {
  const all = useWords();
  const words = all.settings.data;
  const { download, failed } = words.takes[what];
  const { size: saySize } = useSiteWords();
  const [size, setSize] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  const take = useMutation({
    networkMode: "always",
    mutationFn: () => {
      work.current = new AbortController();
      return takeAway(path, work.current.signal, setSize);
    },
    onMutate: () => setSize(null),
    onSuccess: saveFile,
  });
  // Nobody waits for it on another page.
  useEffect(() => () => work.current?.abort(), []);
  const isStopped = take.error?.name === "AbortError";
  const problems: Readonly<Record<string, string>> = words.problems;
  const reason = take.error instanceof AskError ? problems[take.error.code] : undefined;
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
        {take.isPending && (size === null ? words.making : words.coming(saySize(size)))}
        {take.isSuccess && words.taken(take.data.name, saySize(take.data.file.size))}
        {isStopped && words.stopped}
      </p>
      {take.error && !isStopped && (
        <p role="alert" className="trouble">
          {failed(reason ?? sayProblem(all, take.error))}
        </p>
      )}
    </section>
  );
}
