import { type Address, KeystoreError } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { KeptKeyFile } from "../../../../keystore/kept-key-files.ts";
import { readWords } from "../../../../keystore/key-client.ts";
import { hasWordsField } from "../../../../keystore/read-key-file.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { RecoverySheet } from "../../../signing/words/recovery-sheet.tsx";
import { useWordsCheck } from "../../../signing/words/use-words-check.ts";
import WordsCheckForm from "../../../signing/words/words-check-form.tsx";

/** The recovery words of the key whose file is kept here: shown for its password, and checked. */
export function RecoveryWords({ kept }: { kept: KeptKeyFile | undefined }): ReactElement {
  const { words: texts } = useMessages();
  const has = kept !== undefined && hasWordsField(kept.file);
  return (
    <>
      <h2>{texts.title}</h2>
      {!kept && <p className="hint">{texts.needFile}</p>}
      {kept && !has && <p className="hint">{texts.missing}</p>}
      {has && (
        <>
          <p className="hint">{texts.explain}</p>
          <ShownWords kept={kept} />
          <Checked address={kept.address} />
        </>
      )}
    </>
  );
}

function ShownWords({ kept: { address, file } }: { kept: KeptKeyFile }): ReactElement {
  const { cancel, words: texts } = useMessages();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const [words, setWords] = useState<readonly string[] | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setProblem(null);
    setShare(0);
    try {
      setWords(await readWords(file, password, setShare));
      setAsked(false);
    } catch (error) {
      const code = error instanceof KeystoreError ? error.code : null;
      setProblem(
        code === "WRONG_PASSWORD" ? texts.wrong : code === "WORDS_MISSING" ? texts.missing : texts.failed,
      );
    } finally {
      setShare(null);
    }
  };
  if (words)
    return (
      <>
        <RecoverySheet address={address} site={location.origin} words={words} />
        <p>
          <Button look="quiet" onClick={() => setWords(null)} text={texts.hide} />
        </p>
      </>
    );
  if (!isAsked) return <Button look="plain" onClick={() => setAsked(true)} text={texts.show} />;
  return (
    <form className="panel" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{texts.password}</label>
        {/* biome-ignore lint/a11y/noAutofocus: the owner asked for it */}
        <input id={id} name="password" type="password" autoComplete="current-password" autoFocus required />
      </div>
      {share !== null && <progress value={share} aria-label={texts.title} />}
      <Trouble text={problem} />
      <div className="choices">
        <Button type="submit" disabled={share !== null} text={texts.show} />
        <Button look="plain" onClick={() => setAsked(false)} text={cancel} />
      </div>
    </form>
  );
}

function Checked({ address }: { address: Address }): ReactElement {
  const { check: texts } = useMessages().words;
  const state = useWordsCheck(address);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>{texts.title}</h3>
      <p role="status">{state === "done" ? texts.checked : texts.open}</p>
      {isOpen ? (
        <div className="panel">
          <WordsCheckForm address={address} explain={texts.explain} onEnd={() => setOpen(false)} />
        </div>
      ) : (
        <Button look="plain" onClick={() => setOpen(true)} text={texts.begin} />
      )}
    </>
  );
}
