import type { Address } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { Button, Checkbox } from "../console/components/controls.tsx";
import { closeKey, makeKey } from "../keystore/key-client.ts";
import type { MadeKey } from "../keystore/key-worker.ts";
import { isStrongEnough, loadStrengthMeter } from "../keystore/password-strength.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { Owner, Status } from "./fields.tsx";
import type { SetupForm } from "./setup-form.ts";

/** Shows the new key, and continues only after its file was saved. */
function SavedKey({ made, onSaved }: { made: MadeKey; onSaved: () => void }): ReactElement {
  const { key: texts, next } = useInstallerMessages();
  const href = useFile(made.file);
  const [isSaved, setSaved] = useState(false);
  const [isStored, setStored] = useState(false);
  return (
    <div className="saved-key">
      <p>{texts.yours}</p>
      <Owner address={made.address} />
      <p className="strong">{texts.loss}</p>
      {href && (
        <a
          className={isSaved ? "button plain" : "button"}
          href={href}
          download={`freehold-key-${made.address}.json`}
          onClick={() => setSaved(true)}
        >
          {isSaved ? texts.saveAgain : texts.save}
        </a>
      )}
      <Checkbox label={texts.haveIt} disabled={!isSaved} checked={isStored} onChange={setStored} />
      <Button disabled={!isSaved || !isStored} aria-describedby="save-first" onClick={onSaved} text={next} />
      <p id="save-first" className="hint">
        {!isSaved && texts.saveFirst}
      </p>
    </div>
  );
}

/** An object URL of a file with this text. */
function useFile(text: string): string | null {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return href;
}

/** Makes a key in this browser and has its file saved before the set-up continues. */
export function NewKey({
  form,
  onMade,
  wanted,
}: {
  form: SetupForm;
  /** The only address that may set up the node: no new key has it. */
  wanted: Address | null;
  onMade: (address: Address) => void;
}): ReactElement {
  const { key: texts } = useInstallerMessages();
  const { keyFile } = useMessages();
  const [password, setPassword] = useState("");
  const [isShown, show] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [judge, setJudge] = useState<Awaited<ReturnType<typeof loadStrengthMeter>> | null>(null);
  const isTyped = password !== "";
  useEffect(() => {
    if (!isTyped) return;
    loadStrengthMeter().then(
      (loaded) => setJudge(() => loaded),
      () => setFailed(true),
    );
  }, [isTyped]);
  const { name, url } = form;
  const strength = useMemo(
    () => judge?.(password, [...name.split(/\s+/), new URL(url).hostname]) ?? "none",
    [judge, password, name, url],
  );
  // Drop a key whose file was not saved.
  const isUnsaved = useRef(false);
  useEffect(() => () => void (isUnsaved.current && closeKey()), []);
  const use = (address: Address) => {
    isUnsaved.current = false;
    onMade(address);
  };

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailed(false);
    setShare(0);
    try {
      isUnsaved.current = true;
      setMade(await makeKey(password, setShare));
      setPassword("");
    } catch {
      closeKey();
      setFailed(true);
    } finally {
      setShare(null);
    }
  }

  if (!isSecureContext) return <p className="trouble">{keyFile.insecure}</p>;
  if (wanted) return <p className="trouble">{texts.reserved}</p>;
  if (made) return <SavedKey made={made} onSaved={() => use(made.address)} />;
  return (
    <form className="new-key" onSubmit={make}>
      <p>{texts.newKeyHint}</p>
      <p className="strong">{texts.loss}</p>
      <label htmlFor="new-password">{texts.password}</label>
      <input
        id="new-password"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        aria-describedby="strength"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p id="strength" className={`hint strength ${strength}`} aria-live="polite">
        {strength === "none" ? texts.passwordHint : texts.strengths[strength]}
      </p>
      <Checkbox label={texts.show} checked={isShown} onChange={show} />
      <Button type="submit" disabled={share !== null || !isStrongEnough(strength)} text={texts.make} />
      {share !== null && <progress value={share} aria-label={texts.making} />}
      <Status text={share !== null && texts.making} problem={hasFailed && texts.notMade} />
    </form>
  );
}
