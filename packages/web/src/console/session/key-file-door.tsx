import type { Address } from "@freehold/protocol";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { announceKeyFile } from "../../keystore/key-file-wallet.ts";
import { useWords } from "../words/use-words.ts";
import { KeyFileForm } from "./key-file-form.tsx";

/** Somebody who waits for a key file to be opened. */
interface Waiting {
  readonly resolve: (address: Address) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Puts the owner's key file among the wallets of the page, and asks for it when it is needed.
 *
 * @param wanted the address that its key must have; null for any
 */
export function KeyFileDoor({ wanted }: { wanted: Address | null }): ReactElement | null {
  const { keyFile } = useWords();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    const open = () => {
      const { promise, resolve, reject } = Promise.withResolvers<Address>();
      setWaiting({ resolve, reject });
      return promise;
    };
    return announceKeyFile(keyFile.name, open);
  }, [keyFile.name]);
  if (waiting === null) return null;
  const close = () => {
    // What was opened is settled already, and this is then of no effect.
    waiting.reject(Object.assign(new Error("No key file was opened."), { code: 4001 }));
    setWaiting(null);
  };
  return <KeyFileDialog wanted={wanted} onOpened={waiting.resolve} onClose={close} />;
}

function KeyFileDialog({
  onClose,
  onOpened,
  wanted,
}: {
  wanted: Address | null;
  onOpened: (address: Address) => void;
  onClose: () => void;
}): ReactElement {
  const { cancel, keyFile } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const done = (address: Address) => {
    onOpened(address);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="key-file-dialog" aria-labelledby="key-file-title" onClose={onClose}>
      <h2 id="key-file-title">{keyFile.title}</h2>
      <KeyFileForm wanted={wanted} onOpened={done} />
      <form method="dialog">
        <button type="submit" className="plain">
          {cancel}
        </button>
      </form>
    </dialog>
  );
}
