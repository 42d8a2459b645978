import type { Address } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { inlineDrawing } from "../console/elements.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { closeKey, makeKey } from "../keystore/key-client.ts";
import type { MadeKey } from "../keystore/key-messages.ts";
import { isStrongEnough, loadStrengthMeter } from "../keystore/password-strength.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { Digits } from "./digits.tsx";
import type { Kept } from "./setup-form.ts";

/** The key that was made, its file to be saved, and only then the way on. */
export function SavedKey({ made, onSaved }: { made: MadeKey; onSaved: () => void }): ReactElement {
  const { key: said, next } = useInstallerMessages();
  const href = useFile(made.file);
  const [isSaved, setSaved] = useState(false);
  const [isKept, setKept] = useState(false);
  return (
    <div className="saved-key">
      <p>{said.yours}</p>
      <p className="owner">
        {inlineDrawing(drawPortrait(made.address), "portrait", null)}
        <Digits hex={made.address} />
      </p>
      <p className="strong">{said.loss}</p>
      {href && (
        <a
          className={isSaved ? "button plain" : "button"}
          href={href}
          download={`freehold-key-${made.address}.json`}
          onClick={() => setSaved(true)}
        >
          {isSaved ? said.saveAgain : said.save}
        </a>
      )}
      <label className="tick">
        <input
          type="checkbox"
          disabled={!isSaved}
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        {said.haveIt}
      </label>
      <button type="button" disabled={!isSaved || !isKept} aria-describedby="save-first" onClick={onSaved}>
        {next}
      </button>
      <p id="save-first" className="hint">
        {!isSaved && said.saveFirst}
      </p>
    </div>
  );
}

/** The address of a file that stands in this page alone. */
function useFile(text: string): string | null {
  const [href, setHref] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return href;
}

/** Makes a key in this browser and has its file saved, before anything goes on. */
export function NewKey({
  kept,
  onMade,
  wanted,
}: {
  kept: Kept;
  /** The only address that may move in: no new key has it. */
  wanted: Address | null;
  onMade: (address: Address) => void;
}): ReactElement {
  const { key: said } = useInstallerMessages();
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
  const { name, url } = kept;
  const strength = useMemo(
    () => judge?.(password, [...name.split(/\s+/), new URL(url).hostname]) ?? "none",
    [judge, password, name, url],
  );
  // A key whose file was not saved is nobody's.
  const isNobodys = useRef(false);
  useEffect(() => () => void (isNobodys.current && closeKey()), []);
  const keep = (address: Address) => {
    isNobodys.current = false;
    onMade(address);
  };

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailed(false);
    setShare(0);
    try {
      isNobodys.current = true;
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
  if (wanted) return <p className="trouble">{said.reserved}</p>;
  if (made) return <SavedKey made={made} onSaved={() => keep(made.address)} />;
  return (
    <form className="new-key" onSubmit={make}>
      <p>{said.newWords}</p>
      <p className="strong">{said.loss}</p>
      <label htmlFor="new-password">{said.password}</label>
      <input
        id="new-password"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        aria-describedby="strength"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p id="strength" className={`hint strength ${strength}`} aria-live="polite">
        {strength === "none" ? said.passwordHint : said.strengths[strength]}
      </p>
      <label className="tick">
        <input type="checkbox" checked={isShown} onChange={(event) => show(event.target.checked)} />
        {said.show}
      </label>
      <button type="submit" disabled={share !== null || !isStrongEnough(strength)}>
        {said.make}
      </button>
      {share !== null && <progress value={share} aria-label={said.making} />}
      <p role="status" className="hint">
        {share !== null && said.making}
      </p>
      {hasFailed && (
        <p role="alert" className="trouble">
          {said.notMade}
        </p>
      )}
    </form>
  );
}
