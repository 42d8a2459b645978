import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { type KeptKeyFile, setPasskeyLock } from "../../../../keystore/kept-key-files.ts";
import { endKeyTask, sealOpenKey } from "../../../../keystore/key-client.ts";
import {
  askPasskeySecret,
  type PasskeyLock,
  supportsPasskeyLocks,
} from "../../../../keystore/passkey-lock.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { openAccount } from "../../../../signing/account.ts";
import { keyFileId } from "../../../../signing/wallets.ts";
import { Button } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { withFreshSession } from "../../../signing/fresh-session.ts";
import { PasskeyError } from "../../../signing/passkey-error.ts";
import { useWallet } from "../../../signing/use-message-signing.ts";

/** Whether a passkey unlocks the kept key file in place of its password, and how to set it up. */
export function PasskeyUnlocking({
  kept,
  onChanged,
}: {
  kept: KeptKeyFile;
  onChanged: () => void;
}): ReactElement {
  const { settings: texts } = useMessages().keyFile;
  const support = useQuery({
    queryKey: ["passkey-locks"],
    queryFn: supportsPasskeyLocks,
    networkMode: "always",
    staleTime: Infinity,
  });
  const [isRemoved, setRemoved] = useState(false);
  const remove = async () => {
    setRemoved(await setPasskeyLock(kept.address, null));
    onChanged();
  };
  return (
    <>
      <h2>{texts.passkeyTitle}</h2>
      <p className="hint">{texts.passkeyHint}</p>
      {kept.passkey ? (
        <ul className="settings-rows">
          <li>
            <p>{texts.passkeySet}</p>
            <Button look="plain" onClick={() => void remove()} text={texts.passkeyRemove} />
          </li>
        </ul>
      ) : (
        <>
          {support.data === false && <p className="empty">{texts.passkeyUnsupported}</p>}
          {support.data && <PasskeySetup kept={kept} onChanged={onChanged} />}
        </>
      )}
      <p role="status">{isRemoved && !kept.passkey && texts.passkeyRemoved}</p>
    </>
  );
}

/** Unlocks the key with its password, then encrypts it for a passkey. */
function PasskeySetup({ kept, onChanged }: { kept: KeptKeyFile; onChanged: () => void }): ReactElement {
  const { cancel, keyFile, passkeys } = useMessages();
  const { settings: texts } = keyFile;
  const { wallets, step, problem, attempt } = useWallet();
  const [isUnlocked, setUnlocked] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wallet = wallets?.find(({ id }) => id === keyFileId);
  const isBusy = step !== "idle";
  const unlock = () =>
    attempt(async () => {
      if (wallet) await openAccount(wallet, kept.address);
      setUnlocked(true);
    });
  const end = () => {
    endKeyTask();
    setUnlocked(false);
    setFailure(null);
  };
  const lockFor = (choose: () => Promise<Bytes | null>) =>
    attempt(async () => {
      setFailure(null);
      const lock = await createLock(await choose());
      if (lock === null) setFailure(keyFile.problems.passkeyUnable);
      else if (await setPasskeyLock(kept.address, lock)) {
        end();
        onChanged();
      } else setFailure(texts.passkeyFailed);
    }, "passkey");
  if (!isUnlocked)
    return (
      <>
        <Button look="plain" disabled={isBusy || !wallet} onClick={unlock} text={texts.passkeyAdd} />
        <Trouble error={problem} />
      </>
    );
  return (
    <div className="panel">
      <p>{texts.passkeyConfirm}</p>
      <p role="status">{isBusy && passkeys.waiting}</p>
      <Trouble text={failure} error={problem} />
      <div className="choices">
        <Button
          autoFocus
          disabled={isBusy}
          onClick={() => lockFor(async () => null)}
          text={texts.passkeyUse}
        />
        <Button
          look="plain"
          disabled={isBusy}
          onClick={() => lockFor(() => createPasskey(texts.passkeyLabel))}
          text={texts.passkeyCreate}
        />
        <Button look="plain" onClick={end} text={cancel} />
      </div>
    </div>
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encrypts the open key for a passkey.
 *
 * @param credentialId the passkey; null lets the owner select one
 * @returns null if the passkey can't unlock keys
 * @throws PasskeyError if the owner refuses; KeystoreError KEYSTORE_CLOSED
 */
async function createLock(credentialId: Bytes | null): Promise<PasskeyLock | null> {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const answer = await askPasskeySecret(salt, credentialId).catch(() => {
    throw new PasskeyError("refused");
  });
  if (answer === null) return null;
  return { credentialId: answer.credentialId, salt, sealed: await sealOpenKey(answer.secret) };
}

async function createPasskey(label: string): Promise<Bytes> {
  const passkeys = await import("../../../signing/passkeys.ts");
  return await withFreshSession(() => passkeys.createPasskey(label));
}
