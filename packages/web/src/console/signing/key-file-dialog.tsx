import { type Address, KeystoreError, type KeystoreErrorCode } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useEffect, useId, useState } from "react";
import { openKeyFile } from "../../keystore/key-client.ts";
import { announceKeyFile } from "../../keystore/key-file-wallet.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { Trouble } from "../errors.tsx";

/**
 * Announces the owner's key file as a wallet of the page, and asks for the file when it is used.
 *
 * @param wanted the address that the key must have; null for any
 */
export function KeyFileWallet({ wanted }: { wanted: Address | null }): ReactElement | null {
  const { cancel, keyFile } = useMessages();
  const [waiting, setWaiting] = useState<PromiseWithResolvers<Address> | null>(null);
  useEffect(() => {
    const open = () => {
      const opening = Promise.withResolvers<Address>();
      setWaiting(opening);
      return opening.promise;
    };
    return announceKeyFile(keyFile.name, open);
  }, [keyFile.name]);
  if (waiting === null) return null;
  const close = () => {
    // No effect if the file was opened: the promise is settled then.
    waiting.reject(Object.assign(new Error("No key file was opened."), { code: 4001 }));
    setWaiting(null);
  };
  const done = (address: Address) => {
    waiting.resolve(address);
    setWaiting(null);
  };
  return (
    <Modal title={keyFile.title} look="key-file-dialog" onClose={close}>
      <KeyFileForm wanted={wanted} asksToKeep onOpened={done} />
      <form method="dialog">
        <Button type="submit" look="plain" text={cancel} />
      </form>
    </Modal>
  );
}

/** The size limit; a key file has a few hundred bytes. */
const mostBytes = 64 * 1024;

/** Asks for a key file and its password, and opens it in this browser. */
export function KeyFileForm({
  onOpened,
  wanted,
  asksToKeep = false,
}: {
  /** Whether the owner chooses how long the key stays open; else it stays as long as it may. */
  asksToKeep?: boolean;
  /** The address that the key must have; null for any. */
  wanted: Address | null;
  onOpened: (address: Address) => void;
}): ReactElement {
  const { keyFile: texts } = useMessages();
  const sentences: { readonly [code in KeystoreErrorCode]?: string } = texts.problems;
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
      const keep = !asksToKeep || fields.get("keep") !== null;
      const given = { file: await file.text(), password: String(fields.get("password")), wanted, keep };
      onOpened(await openKeyFile(given, setShare));
    } catch (error) {
      setProblem(error instanceof KeystoreError ? error.code : "KEYSTORE_CLOSED");
    } finally {
      setShare(null);
    }
  }

  if (!isSecureContext) return <p className="trouble">{texts.insecure}</p>;
  return (
    <form className="key-file-form" onSubmit={open}>
      <p>{texts.explain}</p>
      <label htmlFor={`${id}-file`}>{texts.file}</label>
      <input id={`${id}-file`} name="file" type="file" accept=".json,application/json" required />
      <label htmlFor={`${id}-password`}>{texts.password}</label>
      <input id={`${id}-password`} name="password" type="password" autoComplete="current-password" required />
      {asksToKeep && (
        <label className="tick">
          <input type="checkbox" name="keep" aria-describedby={`${id}-keep`} />
          {texts.keep}
        </label>
      )}
      {asksToKeep && (
        <p id={`${id}-keep`} className="hint">
          {texts.keepHint}
        </p>
      )}
      <Button type="submit" disabled={share !== null} text={texts.open} />
      {share !== null && <progress value={share} aria-label={texts.opening} />}
      <p role="status" className="hint">
        {share !== null && texts.opening}
      </p>
      <Trouble text={problem && (sentences[problem] ?? texts.problems.KEYSTORE_CLOSED)} />
    </form>
  );
}
