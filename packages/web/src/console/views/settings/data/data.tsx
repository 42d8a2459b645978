import { useMutation } from "@tanstack/react-query";
import { Fragment, type ReactElement, useEffect, useRef, useState } from "react";
import { AskError } from "../../../ask.ts";
import { sayProblem } from "../../../say-problem.ts";
import { useSiteWords, useWords } from "../../../words/use-words.ts";
import { saveBackup, takeBackup } from "./take-backup.ts";

/** Taking everything along: a backup in the browser, and the commands for the rest. */
export default function DataSettings(): ReactElement {
  const words = useWords().settings.data;
  return (
    <>
      <h2>{words.backup}</h2>
      <p>{words.holds}</p>
      <p>{words.holdsNot}</p>
      <p className="hint">{words.isSecret}</p>
      <Download />
      <h2>{words.commands}</h2>
      <p className="hint">{words.commandsHint}</p>
      <dl className="facts">
        {(["backup", "restore", "export"] as const).map((name) => (
          <Fragment key={name}>
            <dt>
              <code>freehold {name}</code>
            </dt>
            <dd>{words.does[name]}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

function Download(): ReactElement {
  const all = useWords();
  const words = all.settings.data;
  const { size: saySize } = useSiteWords();
  const [size, setSize] = useState<number | null>(null);
  const work = useRef<AbortController | null>(null);
  const take = useMutation({
    networkMode: "always",
    mutationFn: () => {
      work.current = new AbortController();
      return takeBackup(work.current.signal, setSize);
    },
    onMutate: () => setSize(null),
    onSuccess: saveBackup,
  });
  // Nobody waits for it on another page.
  useEffect(() => () => work.current?.abort(), []);
  const isStopped = take.error?.name === "AbortError";
  const problems: Readonly<Record<string, string>> = words.problems;
  const reason = take.error instanceof AskError ? problems[take.error.code] : undefined;
  return (
    <section className="backup" aria-label={words.download}>
      <div className="choices">
        <button type="button" disabled={take.isPending} onClick={() => take.mutate()}>
          {words.download}
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
          {reason ?? words.failed(sayProblem(all, take.error))}
        </p>
      )}
    </section>
  );
}
