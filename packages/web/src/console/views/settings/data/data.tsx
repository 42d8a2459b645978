import { Fragment, type ReactElement } from "react";
import { useWords } from "../../../words/use-words.ts";
import { DailyBackups } from "./daily-backups.tsx";
import { Download } from "./download.tsx";
import { ExportDownload } from "./export-download.tsx";

/** Taking everything along: backup and export in the browser, and the commands for the rest. */
export default function DataSettings(): ReactElement {
  const words = useWords().settings.data;
  return (
    <>
      <h2>{words.backup}</h2>
      <p>{words.holds}</p>
      <p>{words.holdsNot}</p>
      <p className="hint">{words.isSecret}</p>
      <Download what="backup" path="/api/backup" />
      <h3>{words.daily.title}</h3>
      <DailyBackups />
      <h2>{words.export}</h2>
      <p>{words.exportHolds}</p>
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
