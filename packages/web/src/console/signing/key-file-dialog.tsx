import type { Address } from "@freehold/protocol";
import { type ReactElement, useEffect, useState } from "react";
import { announceKeyFile } from "../../keystore/key-file-wallet.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { KeyFileForm } from "./key-file-form.tsx";

/**
 * Announces the owner's key file as a wallet of the page, and asks for it when it is used.
 *
 * @param wanted the address that the key must have; null for any
 */
export function KeyFileWallet({ wanted }: { wanted: Address | null }): ReactElement | null {
  const { keyFile } = useMessages();
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
    // No effect if the key was unlocked: the promise is settled then.
    waiting.reject(Object.assign(new Error("No key file was opened."), { code: 4001 }));
    setWaiting(null);
  };
  const done = (address: Address) => {
    waiting.resolve(address);
    setWaiting(null);
  };
  return (
    <Modal title={keyFile.title} look="key-file-dialog" onClose={close}>
      <KeyFileForm wanted={wanted} asksToKeep onOpened={done} onCancel={close} />
    </Modal>
  );
}
