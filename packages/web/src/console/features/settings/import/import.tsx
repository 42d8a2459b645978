import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import { formatImportNote } from "../../../../messages/console/format-import-note.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, Checkbox, FileButton } from "../../../components/controls.tsx";
import { LoadState, Trouble } from "../../../errors.tsx";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { Restored } from "../../../kept/restored.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import { readPageInput } from "../../../page-input.ts";
import { useAction, useField } from "../../../queries.ts";
import { TextField } from "../form.tsx";
import {
  discardImport,
  type ImportJob,
  importFeed,
  importQuery,
  isRunning,
  programNames,
  type Report,
  sendImport,
  startImport,
  stopImport,
} from "./import-job.ts";
import { ImportReport } from "./import-report.tsx";
import { SignImported } from "./sign-imported.tsx";
import "./import.css";

// Milliseconds between two queries for the state of a running import.
const pollMs = 1_000;

/** Imports posts of another program in steps: a file or a feed, a dry run, the import, the signatures. */
export default function ImportSettings(): ReactElement {
  const { imports: messages } = useMessages();
  const query = useField(
    ["import"],
    importQuery,
    {},
    { refetchInterval: ({ state }) => (isRunning(state.data) || isEnding(state.data) ? pollMs : false) },
  );
  const { data: job } = query;
  return (
    <>
      <p>{messages.explain}</p>
      <LoadState of={query} />
      {job === null && <ChooseSource />}
      {job && <CurrentImport job={job} />}
      {job !== undefined && !isRunning(job) && <SignImported key={`${job?.state} ${isEnding(job)}`} />}
    </>
  );
}

/** A stopped import has its report once the work on it has ended. */
const isEnding = (job: ImportJob | null | undefined) => job?.state === "STOPPED" && job.report === null;

/** Asks for a file or the address of a feed. */
function ChooseSource(): ReactElement {
  const { imports: messages, cancel } = useMessages();
  const [share, setShare] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const work = useRef<AbortController | null>(null);
  const send = useAction(async ([file]: readonly File[]) => {
    if (!file) return;
    work.current = new AbortController();
    setShare(0);
    await sendImport(file, { onProgress: setShare, signal: work.current.signal }).finally(() =>
      setShare(null),
    );
  });
  const kept = useKeptForm("feed to import");
  // This form is gone once the import is there: a listener of the call would not be called.
  const feed = useAction(async (url: string) => {
    await importFeed({ url });
    kept.forget();
  });
  // The upload ends when the view is left.
  useEffect(() => () => work.current?.abort(), []);
  const isStopped = send.error?.name === "AbortError";
  const readFeed = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    feed.mutate(String(new FormData(event.currentTarget).get("url")));
  };
  return (
    <>
      <section
        className="drop-file"
        aria-label={messages.file}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!send.isPending) send.mutate([...event.dataTransfer.files]);
        }}
      >
        <p>{messages.drop}</p>
        <div className="choices">
          <FileButton
            text={messages.choose}
            disabled={send.isPending}
            onFiles={(files) => send.mutate(files)}
          />
          {send.isPending && <Button look="plain" onClick={() => work.current?.abort()} text={cancel} />}
        </div>
        {share !== null && <progress value={share} max={1} aria-label={messages.sending(share)} />}
        <p role="status" className="hint">
          {share === null ? messages.limit(readPageInput("program", "freehold")) : messages.sending(share)}
        </p>
        <Trouble error={!isStopped && send.error} />
      </section>
      <details>
        <summary>{messages.formatsTitle}</summary>
        <dl className="fields">
          {Object.entries(messages.where).map(([name, where]) => (
            <div key={name}>
              <dt>{programNames[name] ?? messages.aFeed}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </details>
      <form ref={kept.form} onSubmit={readFeed}>
        <TextField
          label={messages.feed}
          hint={messages.feedHint}
          name="url"
          type="url"
          required
          placeholder="https://"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="plain" disabled={feed.isPending} text={messages.readFeed} />
        <Trouble error={feed.error} />
        <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      </form>
    </>
  );
}

/** The answers of the owner to what the dry run asks. */
type Choices = typeof noChoices;

const noChoices = {
  fetchPictures: true,
  keepMetadata: false,
  publishIncomplete: false,
  publishUnsaid: false,
  site: "",
  authors: [] as readonly string[],
  isConfirmed: false,
};

/** The state of the import, and its actions. */
function CurrentImport({ job }: { job: ImportJob }): ReactElement {
  const { imports: messages, pictures, language } = useMessages();
  const { state, report, format } = job;
  const kept = useKept<Choices>(`import ${job.id}`, noChoices);
  const { site, authors } = kept.value;
  const choose = (change: Partial<Choices>) => kept.set({ ...kept.value, ...change });
  const start = useAction(startImport);
  const stop = useAction(stopImport);
  const discard = useAction(async () => {
    await discardImport({ id: job.id });
    kept.forget();
  });
  const isBusy = start.isPending || stop.isPending || discard.isPending;
  // Without a report, nothing was imported.
  const isUnread = state === "FAILED" && !report;
  const error = job.error && formatImportNote(job.error, language);
  const what = isUnread ? messages.unread : messages.states[state];
  const known = format && (programNames[format] ?? messages.aFeed);
  const begin = () =>
    start.mutate({
      fetchPictures: kept.value.fetchPictures && (report?.missing ?? 0) > 0,
      keepMetadata: kept.value.keepMetadata,
      authors: [...authors],
      ...(site.trim() !== "" && { site }),
      publishUnsaid: kept.value.publishUnsaid && (report?.unsaid ?? 0) > 0,
      publishIncomplete: kept.value.publishIncomplete && (report?.incomplete ?? 0) > 0,
      confirm: kept.value.isConfirmed && report?.isUnproven === true,
    });
  const isAsking = state === "CHECKED" && (report?.authors.length ?? 0) > 1 && authors.length === 0;
  const canStart = state === "CHECKED" || state === "STOPPED" || (state === "FAILED" && known);
  return (
    <section className="import" aria-label={what}>
      <p className="import-file">
        <strong>{job.url ?? job.name}</strong>
        {known && <span className="hint"> · {messages.recognised(known)}</span>}
      </p>
      <p role="status">{what}</p>
      {isRunning(job) && (
        <>
          <progress
            {...(job.total ? { value: job.done, max: job.total } : {})}
            aria-label={messages.states[state]}
          />
          <p className="hint">{messages.progress(job.done, job.total)}</p>
          <p className="hint">{messages.mayLeave}</p>
        </>
      )}
      <Trouble text={error && (isUnread ? error : messages.failed(error))} />
      {report && state !== "IMPORTING" && <ImportReport report={report} isDone={state !== "CHECKED"} />}
      {state === "CHECKED" && report && report.authors.length > 1 && (
        <ChooseAuthors of={report.authors} chosen={authors} onChoose={(authors) => choose({ authors })} />
      )}
      {state === "CHECKED" && report && report.withoutSite > 0 && (
        <TextField
          label={messages.site}
          hint={messages.siteHint(report.withoutSite)}
          type="url"
          placeholder="https://"
          autoCapitalize="none"
          spellCheck={false}
          value={site}
          onChange={({ target }) => choose({ site: target.value })}
        />
      )}
      {state === "CHECKED" && report && report.unsaid > 0 && (
        <Checkbox
          label={messages.publishUnsaid}
          checked={kept.value.publishUnsaid}
          onChange={(publishUnsaid) => choose({ publishUnsaid })}
        />
      )}
      {state === "CHECKED" && report && report.incomplete > 0 && (
        <Checkbox
          label={messages.publishIncomplete}
          checked={kept.value.publishIncomplete}
          onChange={(publishIncomplete) => choose({ publishIncomplete })}
        />
      )}
      {state === "CHECKED" && report && report.missing > 0 && (
        <>
          <Checkbox
            label={messages.fetch(report.missing)}
            checked={kept.value.fetchPictures}
            onChange={(fetchPictures) => choose({ fetchPictures })}
          />
          <p className="hint">{messages.fetchHint}</p>
        </>
      )}
      {state === "CHECKED" && report && report.taken.files + report.missing + report.withoutSite > 0 && (
        <Checkbox
          label={pictures.keep}
          checked={kept.value.keepMetadata}
          onChange={(keepMetadata) => choose({ keepMetadata })}
        />
      )}
      {state === "CHECKED" && report?.isUnproven && (
        <ConfirmOrigin
          signedBy={report.signedBy}
          isConfirmed={kept.value.isConfirmed}
          onConfirm={(isConfirmed) => choose({ isConfirmed })}
        />
      )}
      {state === "CHECKED" && <p className="hint">{messages.quiet}</p>}
      <div className="choices">
        {canStart && (
          <Button
            disabled={isBusy || isAsking}
            onClick={begin}
            text={state === "CHECKED" ? messages.start : messages.continue}
          />
        )}
        {state === "IMPORTING" && (
          <Button
            look="plain"
            disabled={isBusy}
            onClick={() => stop.mutate({ id: job.id })}
            text={messages.stop}
          />
        )}
        {state !== "IMPORTING" && (
          <Button
            look="plain"
            disabled={isBusy}
            onClick={() => discard.mutate()}
            text={state === "CHECKING" ? messages.stop : messages.another}
          />
        )}
      </div>
      <Trouble error={start.error ?? stop.error ?? discard.error} />
    </section>
  );
}

/** Asks which of several authors the owner is. */
function ChooseAuthors({
  of,
  chosen,
  onChoose,
}: {
  of: Report["authors"];
  chosen: readonly string[];
  onChoose: (names: readonly string[]) => void;
}): ReactElement {
  const { imports: messages } = useMessages();
  return (
    <fieldset className="import-authors">
      <legend>{messages.authors}</legend>
      {of.map(({ name, count }) => (
        <Checkbox
          key={name}
          label={messages.author(name, count)}
          checked={chosen.includes(name)}
          onChange={(isChosen) =>
            onChoose(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
      ))}
      <p className="hint">{messages.authorsHint}</p>
    </fieldset>
  );
}

/** Says that nothing shows the owner of an export, and lets the owner confirm it. */
function ConfirmOrigin({
  signedBy,
  isConfirmed,
  onConfirm,
}: {
  signedBy: string | null;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}): ReactElement {
  const { origin } = useMessages().imports;
  const hint = useId();
  return (
    <section aria-label={origin.title}>
      <h2>{origin.title}</h2>
      <p>{signedBy === null ? origin.unsigned : origin.signedBy(signedBy)}</p>
      <Checkbox label={origin.confirm} checked={isConfirmed} aria-describedby={hint} onChange={onConfirm} />
      <p id={hint} className="hint">
        {isConfirmed ? origin.confirmed : origin.unconfirmed}
      </p>
    </section>
  );
}
