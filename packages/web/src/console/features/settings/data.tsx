import { graphql } from "@freehold/client";
import { Fragment, type ReactElement, useId, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Checkbox } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { LoadState, Trouble } from "../../errors.tsx";
import { useField } from "../../queries.ts";
import { dailyBackupsQuery } from "../status/backup-failure.tsx";
import { Download } from "./download.tsx";
import { SignedExport } from "./signed-export.tsx";

/** Backup and export in the browser, and the commands for both. */
export default function DataSettings(): ReactElement {
  const messages = useMessages().settings.data;
  return (
    <>
      <h2>{messages.backup}</h2>
      <p>{messages.backupContents}</p>
      <p>{messages.backupExcludes}</p>
      <p className="hint">{messages.isSecret}</p>
      <Download what="backup" path="/api/backup" />
      <h3>{messages.daily.title}</h3>
      <DailyBackups />
      <h2>{messages.export}</h2>
      <p>{messages.exportContents}</p>
      <p className="hint">{messages.exportSigned}</p>
      <ExportDownload />
      <h2>{messages.site}</h2>
      <p>{messages.siteContents}</p>
      <Download what="site" path="/api/site" />
      <h2>{messages.commands}</h2>
      <p className="hint">{messages.commandsHint}</p>
      <dl className="fields">
        {(["backup", "restore", "export"] as const).map((name) => (
          <Fragment key={name}>
            <dt>
              <code>freehold {name}</code>
            </dt>
            <dd>{messages.does[name]}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** An export, with or without what readers can't see. */
function ExportDownload(): ReactElement {
  const messages = useMessages().settings.data;
  const hint = useId();
  const [withPrivate, setPrivate] = useState(false);
  const query = useField(["can-node-sign"], nodeQuery, {}, { staleTime: Infinity });
  if (query.isPending) return <LoadState of={query} />;
  const canNodeSign = query.data;
  return (
    <>
      <Checkbox
        label={messages.exportPrivate}
        checked={withPrivate}
        aria-describedby={hint}
        onChange={setPrivate}
      />
      <p id={hint} className="hint">
        {messages.exportPrivateHint}
      </p>
      {canNodeSign === false && <SignedExport key={String(withPrivate)} withPrivate={withPrivate} />}
      <Download
        what="export"
        path={withPrivate ? "/api/export?private=true" : "/api/export"}
        look={canNodeSign === false ? "plain" : undefined}
        text={canNodeSign === false ? messages.exportUnsigned : undefined}
      />
    </>
  );
}

/** The last daily backup, its size, and whether the latest one failed. */
function DailyBackups(): ReactElement {
  const { language, refusal, settings } = useMessages();
  const messages = settings.data.daily;
  const { size } = useSiteMessages();
  const query = useField(["daily-backups"], dailyBackupsQuery);
  if (!query.data) return <LoadState of={query} />;
  const { kept, last, failure } = query.data;
  const when = (moment: string) => formatMoment(Date.parse(moment), language);
  const made = last && messages.last(when(last.madeAt), size(last.bytes));
  if (kept === 0) {
    return (
      <>
        <p>{messages.none}</p>
        {made && <p className="hint">{made}</p>}
      </>
    );
  }
  return (
    <>
      <Trouble text={failure && messages.failed(when(failure.at), refusal(failure.reason))} />
      <p>{made ?? (failure ? null : messages.notYet)}</p>
      <p className="hint">{messages.kept(kept)}</p>
    </>
  );
}

const nodeQuery = graphql("query CanNodeSign { canNodeSign }");
