import { type ReactElement, useId, useState } from "react";
import { useWords } from "../../../words/use-words.ts";
import { Download } from "./download.tsx";

/** An export, with or without what no reader sees. */
export function ExportDownload(): ReactElement {
  const words = useWords().settings.data;
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
