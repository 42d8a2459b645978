import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactElement, useId, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment } from "../../components/format.ts";
import { LoadError } from "../../errors.tsx";
import { graphql } from "../../graphql.ts";
import { Download } from "./download.tsx";

/** Taking everything along: backup and export in the browser, and the commands for the rest. */
export default function DataSettings(): ReactElement {
  const words = useMessages().settings.data;
  return (
    <>
      <h2>{words.backup}</h2>
      <p>{words.backupContents}</p>
      <p>{words.backupExcludes}</p>
      <p className="hint">{words.isSecret}</p>
      <Download what="backup" path="/api/backup" />
      <h3>{words.daily.title}</h3>
      <DailyBackups />
      <h2>{words.export}</h2>
      <p>{words.exportContents}</p>
      <ExportDownload />
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

/** An export, with or without what no reader sees. */
export function ExportDownload(): ReactElement {
  const words = useMessages().settings.data;
  const hint = useId();
  const [withPrivate, setPrivate] = useState(false);
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          checked={withPrivate}
          aria-describedby={hint}
          onChange={({ target }) => setPrivate(target.checked)}
        />
        {words.exportPrivate}
      </label>
      <p id={hint} className="hint">
        {words.exportPrivateHint}
      </p>
      <Download what="export" path={withPrivate ? "/api/export?private=true" : "/api/export"} />
    </>
  );
}

interface Reply {
  readonly dailyBackups: {
    readonly kept: number;
    readonly last: { readonly madeAt: string; readonly bytes: number } | null;
    readonly failure: { readonly at: string; readonly reason: string } | null;
  };
}

/** When the node last made a backup by itself, how large it is, and whether the next one failed. */
export function DailyBackups(): ReactElement | null {
  const { language, settings } = useMessages();
  const words = settings.data.daily;
  const { size } = useSiteMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ["daily-backups"],
    queryFn: async ({ signal }) => (await graphql<Reply>(dailyBackupsQuery, {}, signal)).dailyBackups,
  });
  if (!data) return <LoadError error={error} onRetry={refetch} />;
  const { kept, last, failure } = data;
  const when = (moment: string) => formatMoment(Date.parse(moment), language);
  const made = last && words.last(when(last.madeAt), size(last.bytes));
  if (kept === 0) {
    return (
      <>
        <p>{words.none}</p>
        {made && <p className="hint">{made}</p>}
      </>
    );
  }
  return (
    <>
      {failure && (
        <p role="alert" className="trouble">
          {words.failed(when(failure.at), failure.reason)}
        </p>
      )}
      <p>{made ?? (failure ? null : words.notYet)}</p>
      <p className="hint">{words.kept(kept)}</p>
    </>
  );
}

const dailyBackupsQuery = /* GraphQL */ `
  query DailyBackups {
    dailyBackups {
      kept
      last {
        madeAt
        bytes
      }
      failure {
        at
        reason
      }
    }
  }
`;
