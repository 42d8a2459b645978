import type { Address } from "@freehold/protocol";
import type { ReactElement } from "react";
import { createPortal } from "react-dom";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { digits } from "../../elements.ts";
import "./words.css";

/** Recovery words on the page, and a sheet to print with what they are for. There is no button that copies them. */
export function RecoverySheet({
  address,
  site,
  words,
}: {
  address: Address;
  /** The address of the site. */
  site: string;
  words: readonly string[];
}): ReactElement {
  const { words: texts } = useMessages();
  return (
    <div className="recovery-words">
      <WordList words={words} label={texts.list} />
      <p className="hint">{texts.notCopied}</p>
      <Button look="plain" onClick={() => print()} text={texts.print} />
      {createPortal(
        <article className="recovery-sheet" aria-hidden="true">
          <h1>{texts.sheetTitle}</h1>
          <dl>
            <dt>{texts.sheetSite}</dt>
            <dd>{site}</dd>
            <dt>{texts.sheetAddress}</dt>
            <dd>{digits(address)}</dd>
          </dl>
          <p>{texts.sheetPurpose}</p>
          <WordList words={words} label={texts.list} />
          <p>{texts.sheetUse}</p>
          <p>
            <strong>{texts.sheetWarning}</strong>
          </p>
        </article>,
        document.body,
      )}
    </div>
  );
}

function WordList({ label, words }: { label: string; words: readonly string[] }): ReactElement {
  return (
    <ol className="word-list" aria-label={label} translate="no" lang="en">
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may be there twice, and the order stays.
        <li key={index}>{word}</li>
      ))}
    </ol>
  );
}
