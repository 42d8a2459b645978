import type { Address } from "@freehold/protocol";
import { type ReactElement, useState } from "react";
import { keepKeyFile } from "../../../keystore/kept-key-files.ts";
import { encryptOpenKey } from "../../../keystore/key-client.ts";
import { saveFile } from "../../../keystore/save-file.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Modal } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { NewPasswordForm } from "./new-password.tsx";
import { WordsForm } from "./words-form.tsx";

const noWords: readonly string[] = [];

/** Opens the owner's key by its recovery words, and offers a new key file for it. */
export default function WordsDialog({
  onClose,
  onOpened,
  wanted,
}: {
  wanted: Address | null;
  /** The key is open in this page. */
  onOpened: () => void;
  onClose: () => void;
}): ReactElement {
  const { keyFile, words } = useMessages();
  const { enter: texts } = words;
  const [address, setAddress] = useState<Address | null>(null);
  const save = async (password: string, onProgress: (share: number) => void) => {
    const made = await encryptOpenKey(password, onProgress);
    await keepKeyFile(made.address, made.file);
    saveFile(made);
    onOpened();
  };
  return (
    <Modal title={texts.title} look="key-file-dialog" onClose={onClose}>
      {!isSecureContext ? (
        <p className="trouble">{keyFile.insecure}</p>
      ) : address === null ? (
        <WordsForm wanted={wanted} onOpened={setAddress} onCancel={onClose} />
      ) : (
        <div className="words-form">
          <p>{texts.found}</p>
          <NewPasswordForm
            act={texts.save}
            known={noWords}
            username={`${location.hostname} (key file)`}
            onMake={save}
          />
          <Button look="quiet" onClick={onOpened} text={texts.skip} />
        </div>
      )}
    </Modal>
  );
}
