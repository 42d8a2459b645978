import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { Button, Checkbox } from "../console/components/controls.tsx";
import { closeKey, makeKey } from "../keystore/key-client.ts";
import type { MadeKey } from "../keystore/key-worker.ts";
import { isStrongEnough, loadStrengthMeter } from "../keystore/password-strength.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { Status } from "./fields.tsx";
import type { MadeFile, SetupForm } from "./setup-form.ts";

/** Makes a key in this browser, locked with a password. */
export function NewKey({
  form: { name, url },
  onMade,
}: {
  form: SetupForm;
  onMade: (made: MadeKey) => void;
}): ReactElement {
  const { key: texts } = useInstallerMessages();
  const { keyFile } = useMessages();
  const [password, setPassword] = useState("");
  const [isShown, show] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [judge, setJudge] = useState<Awaited<ReturnType<typeof loadStrengthMeter>> | null>(null);
  useEffect(() => {
    loadStrengthMeter().then(
      (loaded) => setJudge(() => loaded),
      () => setFailed(true),
    );
  }, []);
  const strength = useMemo(
    () => judge?.(password, [...name.split(/\s+/), URL.parse(url)?.hostname ?? ""]) ?? "none",
    [judge, password, name, url],
  );

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailed(false);
    setShare(0);
    try {
      onMade(await makeKey(password, setShare));
    } catch {
      closeKey();
      setFailed(true);
      setShare(null);
    }
  }

  if (!isSecureContext) return <p className="trouble">{keyFile.insecure}</p>;
  return (
    <form className="new-key" onSubmit={make}>
      <p>{texts.intro}</p>
      {/* Password managers save the password under this name. */}
      <input hidden autoComplete="username" value={`${name.trim()} (key file)`} readOnly />
      <div className="field">
        <label htmlFor="new-password">{texts.password}</label>
        <input
          id="new-password"
          type={isShown ? "text" : "password"}
          autoComplete="new-password"
          aria-describedby="strength"
          // biome-ignore lint/a11y/noAutofocus: it is what this step asks for
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p id="strength" className={`hint strength ${strength}`} aria-live="polite">
          {strength === "none" ? texts.passwordHint : texts.strengths[strength]}
        </p>
      </div>
      <Checkbox label={texts.show} checked={isShown} onChange={show} />
      <Button type="submit" disabled={share !== null || !isStrongEnough(strength)} text={texts.make} />
      {share !== null && <progress value={share} aria-label={texts.making} />}
      <Status text={share !== null && texts.making} problem={hasFailed && texts.notMade} />
    </form>
  );
}

/** A link that saves the file of a key that was made here. */
export function SaveKey({
  address,
  href,
  isSaved,
  onSaved,
}: Pick<MadeFile, "address" | "href"> & { isSaved: boolean; onSaved?: () => void }): ReactElement {
  const { key: texts } = useInstallerMessages();
  const link = useRef<HTMLAnchorElement>(null);
  // It takes the place of the form that made the key.
  useEffect(() => {
    if (!isSaved) link.current?.focus();
  }, [isSaved]);
  return (
    <a
      ref={link}
      className={isSaved ? "button plain" : "button"}
      href={href}
      download={`freehold-key-${address}.json`}
      onClick={onSaved}
    >
      {isSaved ? texts.saveAgain : texts.save}
    </a>
  );
}
