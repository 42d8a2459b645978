import { type FormEvent, type ReactElement, useState } from "react";
import type { InstallerMessages } from "../messages/installer/en.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { useLook } from "./diagnosis.ts";
import { Looks } from "./diagnosis-results.tsx";
import { readAddress, type TypedAddress } from "./read-address.ts";
import type { StepProps } from "./setup-form.ts";
import { readCode } from "./setup-form.ts";

const wholeCode = /^[0-9a-f]{64}$/i;

/** Where the node lives, and whether others find it there. */
export function PlaceStep({ change, house, kept, onNext }: StepProps): ReactElement {
  const { place: said } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const typed = readAddress(kept.url);
  // The signature of the owner whom the configuration names is enough.
  const needsCode = house.owner === null;
  const isWhole = wholeCode.test(kept.code.trim());
  const look = useLook(typed.url, isWhole ? kept.code.trim() : null);
  const isRefused = look.problem === "forbidden";
  const canGo = typed.url !== null && (!needsCode || (isWhole && !isRefused));
  const next = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!canGo) return;
    change({ url: typed.url });
    onNext();
  };
  return (
    <form className="moving-step" onSubmit={next} noValidate>
      <p>{said.words}</p>
      {house.owner && <p className="hint">{said.reserved(house.owner)}</p>}
      {needsCode && (
        <Field
          id="code"
          label={said.code}
          hint={sayCode(said, kept.code, isWhole, isRefused, look.looks.length > 0) ?? said.codeHint}
          isBad={(isTouched && !isWhole) || (isWhole && isRefused)}
        >
          <input
            id="code"
            aria-describedby="code-hint"
            value={kept.code}
            onChange={(event) => change({ code: readCode(event.target.value) })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <Field id="url" label={said.url} hint={sayAddress(said, typed)} isBad={isBad(typed, isTouched)}>
        <input
          id="url"
          type="url"
          aria-describedby="url-hint"
          value={kept.url}
          onChange={(event) => change({ url: event.target.value })}
          autoComplete="url"
          spellCheck={false}
        />
      </Field>
      {!(isRefused && needsCode) && <Looks {...look} />}
      <button type="submit">{useInstallerMessages().next}</button>
    </form>
  );
}

/** A field with its name before it, and behind it what is wrong, or what is wanted. */
export function Field({
  children,
  hint,
  id,
  isBad,
  label,
}: {
  id: string;
  label: string;
  hint: string;
  isBad: boolean;
  children: ReactElement;
}): ReactElement {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <p id={`${id}-hint`} className={isBad ? "hint bad" : "hint"} aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

function sayCode(
  said: InstallerMessages["place"],
  code: string,
  isWhole: boolean,
  isRefused: boolean,
  isKnown: boolean,
): string | null {
  if (code.trim() === "") return null;
  if (!isWhole) return said.codeShort;
  if (isRefused) return said.codeWrong;
  return isKnown ? said.codeRight : null;
}

function sayAddress(said: InstallerMessages["place"], { state }: TypedAddress): string {
  return { empty: said.urlHint, plain: said.urlPlain, broken: said.urlBroken, right: said.urlRight }[state];
}

/** Whoever is still typing is not told that it is wrong, but for what can't become right any more. */
function isBad({ state }: TypedAddress, isTouched: boolean): boolean {
  return state === "plain" || (isTouched && state !== "right");
}
