import { type Address, KeystoreError, type KeystoreErrorCode } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import {
  type KeptKeyFile,
  keepKeyFile,
  readKeptFile,
  rememberAnswer,
  wantsKeptFiles,
} from "../../keystore/kept-key-files.ts";
import { openKeyFile, openSealedKey } from "../../keystore/key-client.ts";
import { askPasskeySecret, type PasskeyLock } from "../../keystore/passkey-lock.ts";
import type { KeyFile } from "../../keystore/read-key-file.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { Trouble } from "../errors.tsx";
import { ChosenFile, ExplainedTick, KeptFile } from "./key-file-fields.tsx";

type Problem = KeystoreErrorCode | "passkeyRefused" | "passkeyUnable";

interface Props {
  /** Whether the owner chooses how long the key stays open; else it stays as long as it may. */
  readonly asksToKeep?: boolean;
  /** The address that the key must have; null for any. */
  readonly wanted: Address | null;
  readonly onOpened: (address: Address) => void;
  readonly onCancel?: () => void;
}

/** Asks for a key file and its password, or for the password of a file that is kept here, and opens it in this browser. */
export function KeyFileForm(props: Props): ReactElement | null {
  const { keyFile: texts } = useMessages();
  const { wanted } = props;
  const [kept, setKept] = useState<KeptKeyFile | null | undefined>();
  useEffect(() => void readKeptFile(wanted).then(setKept), [wanted]);
  if (!isSecureContext) return <p className="trouble">{texts.insecure}</p>;
  return kept === undefined ? null : <Form {...props} kept={kept} onForgotten={() => setKept(null)} />;
}

function Form({
  asksToKeep = false,
  kept,
  onCancel,
  onForgotten,
  onOpened,
  wanted,
}: Props & { kept: KeptKeyFile | null; onForgotten: () => void }): ReactElement {
  const { cancel, keyFile: texts } = useMessages();
  const id = useId();
  const [usesOther, setUsesOther] = useState(false);
  const [chosen, setChosen] = useState<KeyFile | null>(null);
  const [keepsFile, setKeepsFile] = useState(wantsKeptFiles);
  const [keeps, setKeeps] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const used = usesOther ? null : kept;
  const lock = used?.passkey ?? null;
  const opening = { wanted: wanted ?? used?.address ?? null, keep: !asksToKeep || keeps };

  async function attempt(open: () => Promise<Address>): Promise<void> {
    setProblem(null);
    try {
      onOpened(await open());
    } catch (error) {
      setProblem(problemOf(error));
      if (error instanceof KeystoreError && error.code === "WRONG_PASSWORD") password.current?.select();
    } finally {
      setShare(null);
    }
  }

  async function withPassword(): Promise<Address> {
    const file = used?.file ?? chosen?.text ?? "";
    setShare(0);
    const typed = password.current?.value ?? "";
    const address = await openKeyFile({ file, password: typed, ...opening }, setShare);
    if (used === null) {
      rememberAnswer(keepsFile);
      if (keepsFile) await keepKeyFile(address, file);
    }
    return address;
  }

  async function withPasskey({ salt, credentialId, sealed }: PasskeyLock): Promise<Address> {
    const answer = await askPasskeySecret(salt, credentialId);
    if (answer === null || used === null) throw new UnablePasskey();
    const opened = openSealedKey({ sealed, secret: answer.secret, address: used.address }, opening);
    return await opened.catch((error: unknown) => {
      throw error instanceof KeystoreError && error.code === "WRONG_PASSWORD" ? new UnablePasskey() : error;
    });
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(withPassword);
  };
  const isBusy = share !== null;
  return (
    <>
      {used && (
        <KeptFile address={used.address} onOther={() => setUsesOther(true)} onForgotten={onForgotten} />
      )}
      <form className="key-file-form" onSubmit={submit}>
        {lock && (
          <>
            <Button autoFocus onClick={() => attempt(() => withPasskey(lock))} text={texts.passkey} />
            <p className="hint">{texts.orPassword}</p>
          </>
        )}
        {used === null && (
          <>
            <p>{texts.explain}</p>
            <ChosenFile chosen={chosen} wanted={wanted} onChoose={setChosen} onProblem={setProblem} />
          </>
        )}
        <div className="field">
          <label htmlFor={`${id}-password`}>{texts.password}</label>
          <input
            id={`${id}-password`}
            ref={password}
            type="password"
            autoComplete="current-password"
            // biome-ignore lint/a11y/noAutofocus: the only field of a dialog that the owner opened
            autoFocus={used !== null && lock === null}
            aria-invalid={problem === "WRONG_PASSWORD"}
            required
          />
        </div>
        <Trouble text={problem && textOf(problem, texts.problems)} />
        {used === null && (
          <ExplainedTick
            label={texts.keepFile}
            hint={texts.keepFileHint}
            checked={keepsFile}
            onChange={setKeepsFile}
          />
        )}
        {asksToKeep && (
          <ExplainedTick label={texts.keep} hint={texts.keepHint} checked={keeps} onChange={setKeeps} />
        )}
        {isBusy && <progress value={share} aria-label={texts.opening} />}
        <p role="status" className="hint">
          {isBusy && texts.opening}
        </p>
        <div className="choices">
          <Button type="submit" look={lock ? "plain" : undefined} disabled={isBusy} text={texts.open} />
          {usesOther && kept && (
            <Button look="plain" onClick={() => setUsesOther(false)} text={texts.useKept} />
          )}
          {onCancel && <Button look="plain" onClick={onCancel} text={cancel} />}
        </div>
      </form>
    </>
  );
}

/** A passkey that gives no secret, or another one than the key was encrypted for. */
class UnablePasskey extends Error {}

function problemOf(error: unknown): Problem {
  if (error instanceof UnablePasskey) return "passkeyUnable";
  if (error instanceof KeystoreError) return error.code;
  return error instanceof DOMException ? "passkeyRefused" : "KEYSTORE_CLOSED";
}

function textOf(problem: Problem, texts: { readonly [code in Problem]?: string }): string | undefined {
  return texts[problem] ?? texts.KEYSTORE_CLOSED;
}
