import { type ReactElement, useEffect, useState } from "react";
import { drawPortrait } from "../../drawing/draw-portrait.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";
import type { MadeKey } from "../../key-file/key-orders.ts";
import { useInstallerMessages } from "../../messages/installer/use-installer-messages.ts";
import { Digits } from "../digits.tsx";

/** The key that was made, its file to be saved, and only then the way on. */
export function SavedKey({ made, onSaved }: { made: MadeKey; onSaved: () => void }): ReactElement {
  const { key: said, next } = useInstallerMessages();
  const href = useFile(made.file);
  const [isSaved, setSaved] = useState(false);
  const [isKept, setKept] = useState(false);
  return (
    <div className="saved-key">
      <p>{said.yours}</p>
      <p className="owner">
        {inlineDrawing(drawPortrait(made.address), "portrait", null)}
        <Digits hex={made.address} />
      </p>
      <p className="strong">{said.loss}</p>
      {href && (
        <a
          className={isSaved ? "button plain" : "button"}
          href={href}
          download={`freehold-key-${made.address}.json`}
          onClick={() => setSaved(true)}
        >
          {isSaved ? said.saveAgain : said.save}
        </a>
      )}
      <label className="tick">
        <input
          type="checkbox"
          disabled={!isSaved}
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        {said.haveIt}
      </label>
      <button type="button" disabled={!isSaved || !isKept} aria-describedby="save-first" onClick={onSaved}>
        {next}
      </button>
      <p id="save-first" className="hint">
        {!isSaved && said.saveFirst}
      </p>
    </div>
  );
}

/** The address of a file that stands in this page alone. */
function useFile(text: string): string | null {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return href;
}
