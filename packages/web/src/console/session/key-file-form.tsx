import type { Address } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { KeyFileError, type KeyFileProblem } from "../../key-file/key-file-error.ts";
import { openKeyFile } from "../../key-file/key-keeper.ts";
import { useWords } from "../words/use-words.ts";

/** A key file is a few hundred bytes. */
const mostBytes = 64 * 1024;

/** Asks for a key file and its password, and opens it in this browser. */
export function KeyFileForm({
  onOpened,
  wanted,
}: {
  /** The address that the key must have; null for any. */
  wanted: Address | null;
  onOpened: (address: Address) => void;
}): ReactElement {
  const { keyFile: said } = useWords();
  const id = useId();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<KeyFileProblem | null>(null);

  async function open(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const file = fields.get("file");
    setProblem(null);
    setShare(0);
    try {
      if (!(file instanceof File) || file.size > mostBytes) throw new KeyFileError("no-key-file");
      const given = { file: await file.text(), password: String(fields.get("password")), wanted };
      onOpened(await openKeyFile(given, setShare));
    } catch (error) {
      setProblem(error instanceof KeyFileError ? error.problem : "closed");
    } finally {
      setShare(null);
    }
  }

  if (!isSecureContext) return <p className="trouble">{said.insecure}</p>;
  return (
    <form className="key-file-form" onSubmit={open}>
      <p>{said.explain}</p>
      <label htmlFor={`${id}-file`}>{said.file}</label>
      <input id={`${id}-file`} name="file" type="file" accept=".json,application/json" required />
      <label htmlFor={`${id}-password`}>{said.password}</label>
      <input id={`${id}-password`} name="password" type="password" autoComplete="current-password" required />
      <button type="submit" disabled={share !== null}>
        {said.open}
      </button>
      {share !== null && <progress value={share} aria-label={said.opening} />}
      <p role="status" className="hint">
        {share !== null && said.opening}
      </p>
      {problem && (
        <p role="alert" className="trouble">
          {said.problems[problem]}
        </p>
      )}
    </form>
  );
}
