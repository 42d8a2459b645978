import { useMutation } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { formatImportNote } from "../../../../messages/console/format-import-note.ts";
import { useMessages, useSiteMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { formatDay } from "../../../components/format.ts";
import { Trouble } from "../../../errors.tsx";
import { askFor, saveFile } from "../download.tsx";
import { type Counts, countNames, type Note, type Report } from "./import-job.ts";

/** The posts that were or would be imported, and the reasons for those that were left out. */
export function ImportReport({ report, isDone }: { report: Report; isDone: boolean }): ReactElement {
  const { imports: messages, language } = useMessages();
  const { earliest, latest, entries } = report;
  const { timeZone } = useSiteMessages();
  const day = (moment: string) => formatDay(Date.parse(moment), language, timeZone);
  const total = report.taken.posts + report.taken.drafts + report.taken.pages;
  return (
    <>
      <h2>{isDone ? messages.cameIn : messages.willCome}</h2>
      <CountList counts={report.taken} empty={messages.nothingNew} />
      {report.fetched + report.unfetched > 0 && <p>{messages.fetched(report.fetched, report.unfetched)}</p>}
      {report.fetchedLater > 0 && <p>{messages.fetchedLater(report.fetchedLater)}</p>}
      <Losses report={report} />
      <Visibilities report={report} isDone={isDone} />
      {earliest && latest && <p className="hint">{messages.written(day(earliest), day(latest))}</p>}
      {sum(report.known) > 0 && (
        <>
          <h2>{messages.knownTitle}</h2>
          <CountList counts={report.known} empty="" />
        </>
      )}
      {entries.length > 0 && (
        <details>
          <summary>{messages.posts(total)}</summary>
          <ol className="import-list">
            {entries.map(({ title, writtenAt, kind }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have one title, and the order stays.
              <li key={index}>
                <span>{title}</span>{" "}
                <span className="hint">
                  {[kind === "drafts" && messages.draft, writtenAt && day(writtenAt)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ol>
          {total > entries.length && <p className="hint">{messages.more(total - entries.length)}</p>}
        </details>
      )}
      <Notes title={messages.setAside(report.refused)} notes={report.refusals} of={report.refused} isOpen />
      <Notes title={messages.changed(report.noted)} notes={report.notes} of={report.noted} />
      {(isDone || report.refused + report.noted > 0) && (
        <div>
          <ReportLink />
        </div>
      )}
    </>
  );
}

/** The entries of which words or code did not arrive, worst first. */
function Losses({ report: { incomplete, losses } }: { report: Report }): ReactElement | null {
  const { imports: messages } = useMessages();
  if (incomplete === 0) return null;
  return (
    <details open>
      <summary>{messages.incomplete(incomplete)}</summary>
      <ul className="import-list">
        {losses.map(({ title, words, arrived, missingCode, examples }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have one title, and the order stays.
          <li key={index}>
            <span>{title}</span>{" "}
            <span className="hint">
              {[
                messages.arrived(arrived, words),
                missingCode > 0 && messages.missingCode(missingCode),
                examples.length > 0 && messages.missingWords(examples),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {incomplete > losses.length && <p className="hint">{messages.more(incomplete - losses.length)}</p>}
    </details>
  );
}

/** How much is public, a draft or left out, with the reasons, and the first drafts that a guess would have made public. */
function Visibilities({ report, isDone }: { report: Report; isDone: boolean }): ReactElement | null {
  const { imports: messages, language } = useMessages();
  const { taken, leftOut, refused, reasons, unsaid, unsaidTitles } = report;
  const counts = [taken.posts + taken.pages, taken.drafts, leftOut + refused] as const;
  if (counts.every((count) => count === 0)) return null;
  return (
    <>
      <p>
        <strong>{messages.visibility(...counts, isDone)}</strong>
      </p>
      <ul className="import-reasons">
        {reasons.map(({ state, why, count }) => (
          <li key={`${state} ${why}`}>
            {messages.reasonStates[state](count)}{" "}
            <span className="hint">{formatImportNote(why, language)}</span>
          </li>
        ))}
      </ul>
      {unsaid > 0 && (
        <details open>
          <summary>{messages.unsaid(unsaid)}</summary>
          <ul className="import-list">
            {unsaidTitles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have one title, and the order stays.
              <li key={index}>{title}</li>
            ))}
          </ul>
          {unsaid > unsaidTitles.length && (
            <p className="hint">{messages.more(unsaid - unsaidTitles.length)}</p>
          )}
        </details>
      )}
    </>
  );
}

function sum(counts: Counts): number {
  return countNames.reduce((all, name) => all + counts[name], 0);
}

function CountList({ counts, empty }: { counts: Counts; empty: string }): ReactElement {
  const { imports: messages } = useMessages();
  if (sum(counts) === 0) return <p>{empty}</p>;
  return (
    <ul className="import-counts">
      {countNames.map(
        (name) => counts[name] > 0 && <li key={name}>{messages.counts[name](counts[name])}</li>,
      )}
    </ul>
  );
}

/** Each reason once, with the entries that have it. */
function groupByReason(
  notes: readonly Note[],
): { readonly why: string; readonly names: readonly string[] }[] {
  const byReason = new Map<string, string[]>();
  for (const { what, why } of notes) {
    const names = byReason.get(why) ?? [];
    if (what !== "…") names.push(what);
    byReason.set(why, names);
  }
  return [...byReason].map(([why, names]) => ({ why, names }));
}

function Notes({
  title,
  notes,
  of,
  isOpen = false,
}: {
  title: string;
  notes: readonly Note[];
  of: number;
  isOpen?: boolean;
}): ReactElement | null {
  const { imports: messages, language } = useMessages();
  if (of === 0) return null;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul className="import-list">
        {groupByReason(notes).map(({ names, why }) => (
          <li key={why}>
            <span>{messages.named(names)}</span>{" "}
            <span className="hint">{formatImportNote(why, language)}</span>
          </li>
        ))}
      </ul>
      {of > notes.length && <p className="hint">{messages.more(of - notes.length)}</p>}
    </details>
  );
}

function ReportLink(): ReactElement {
  const { imports: messages } = useMessages();
  const download = useMutation({
    networkMode: "always",
    mutationFn: async () => (await askFor("/api/import/report", {})).blob(),
    onSuccess: (file) => saveFile({ name: "freehold-import-report.json", file }),
  });
  return (
    <>
      <Button
        look="plain"
        disabled={download.isPending}
        onClick={() => download.mutate()}
        text={messages.report}
      />
      <Trouble error={download.error} />
    </>
  );
}
