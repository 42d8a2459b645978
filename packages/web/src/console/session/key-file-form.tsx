import { type Address, KeystoreError, type KeystoreErrorCode } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import { openKeyFile } from "../../keystore/key-client.ts";
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
  const sentences: { readonly [code in KeystoreErrorCode]?: string } = said.problems;
  const id = useId();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<KeystoreErrorCode | null>(null);

  async function open(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const file = fields.get("file");
    setProblem(null);
    setShare(0);
    try {
      if (!(file instanceof File) || file.size > mostBytes)
        throw new KeystoreError("KEYSTORE_INVALID", "This is no file, or a large one.");
      const given = { file: await file.text(), password: String(fields.get("password")), wanted };
      onOpened(await openKeyFile(given, setShare));
    } catch (error) {
      setProblem(error instanceof KeystoreError ? error.code : "KEYSTORE_CLOSED");
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
          {sentences[problem] ?? said.problems.KEYSTORE_CLOSED}
        </p>
      )}
    </form>
  );
}
