import { type FormEvent, type ReactElement, useEffect, useMemo, useState } from "react";
import { isStrongEnough, loadStrengthMeter } from "../../../keystore/password-strength.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button, Checkbox } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";

/** Asks for a password that resists guesses, and encrypts a key under it. */
export function NewPasswordForm({
  act,
  known,
  onMake,
  username,
}: {
  /** The label of the button. */
  act: string;
  /** Words that a guesser knows of the owner. */
  known: readonly string[];
  /** Encrypts the key; `onProgress` receives the completed share. */
  onMake: (password: string, onProgress: (share: number) => void) => Promise<void>;
  /** The name under which password managers save the password. */
  username: string;
}): ReactElement {
  const { newPassword: texts } = useMessages().words;
  const [password, setPassword] = useState("");
  const [isShown, show] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<"failed" | "noMeter" | null>(null);
  const [judge, setJudge] = useState<Awaited<ReturnType<typeof loadStrengthMeter>> | null>(null);
  useEffect(() => {
    loadStrengthMeter().then(
      (loaded) => setJudge(() => loaded),
      () => setFailure("noMeter"),
    );
  }, []);
  const strength = useMemo(() => judge?.(password, known) ?? "none", [judge, password, known]);

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    setFailure(null);
    setShare(0);
    try {
      await onMake(password, setShare);
    } catch {
      setFailure("failed");
      setShare(null);
    }
  }

  return (
    <form className="new-key" onSubmit={make}>
      <input hidden autoComplete="username" value={username} readOnly />
      <div className="field">
        <label htmlFor="new-password">{texts.label}</label>
        <input
          id="new-password"
          type={isShown ? "text" : "password"}
          data-secret
          autoComplete="new-password"
          aria-describedby="strength"
          // biome-ignore lint/a11y/noAutofocus: it is what this step asks for
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p id="strength" className={`hint strength ${strength}`} aria-live="polite">
          {strength === "none" ? texts.hint : texts.strengths[strength]}
        </p>
      </div>
      <Checkbox label={texts.show} checked={isShown} onChange={show} />
      <Button type="submit" disabled={share !== null || !isStrongEnough(strength)} text={act} />
      {share !== null && <progress value={share} aria-label={texts.making} />}
      <p role="status" className="hint">
        {share !== null && texts.making}
      </p>
      <Trouble text={failure && texts[failure]} />
    </form>
  );
}
