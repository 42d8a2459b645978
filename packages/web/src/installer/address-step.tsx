import { type FormEvent, type ReactElement, useState } from "react";
import type { InstallerMessages } from "../messages/installer/en.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { useDiagnosis } from "./diagnosis.ts";
import { DiagnosisResults } from "./diagnosis-results.tsx";
import type { StepProps } from "./setup-form.ts";
import { readAddress, readCode, type TypedAddress } from "./setup-form.ts";

const wholeCode = /^[0-9a-f]{64}$/i;

/** The node's address, and whether others reach it there. */
export function AddressStep({ change, input, form, onNext }: StepProps): ReactElement {
  const { address: texts } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const typed = readAddress(form.url);
  // An owner in the configuration needs no setup code: the signature is enough.
  const needsCode = input.owner === null;
  const isWhole = wholeCode.test(form.code.trim());
  const diagnosis = useDiagnosis(typed.url, isWhole ? form.code.trim() : null);
  const isRefused = diagnosis.problem === "forbidden";
  const canContinue = typed.url !== null && (!needsCode || (isWhole && !isRefused));
  const next = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!canContinue) return;
    change({ url: typed.url });
    onNext();
  };
  return (
    <form className="step" onSubmit={next} noValidate>
      <p>{texts.intro}</p>
      {input.owner && <p className="hint">{texts.reserved(input.owner)}</p>}
      {needsCode && (
        <Field
          id="code"
          label={texts.code}
          hint={
            describeCode(texts, form.code, isWhole, isRefused, diagnosis.results.length > 0) ?? texts.codeHint
          }
          isBad={(isTouched && !isWhole) || (isWhole && isRefused)}
        >
          <input
            id="code"
            aria-describedby="code-hint"
            value={form.code}
            onChange={(event) => change({ code: readCode(event.target.value) })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <Field id="url" label={texts.url} hint={describeAddress(texts, typed)} isBad={isBad(typed, isTouched)}>
        <input
          id="url"
          type="url"
          aria-describedby="url-hint"
          value={form.url}
          onChange={(event) => change({ url: event.target.value })}
          autoComplete="url"
          spellCheck={false}
        />
      </Field>
      {!(isRefused && needsCode) && <DiagnosisResults {...diagnosis} />}
      <button type="submit">{useInstallerMessages().next}</button>
    </form>
  );
}

/** A field with its label, and a hint or problem below. */
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

function describeCode(
  texts: InstallerMessages["address"],
  code: string,
  isWhole: boolean,
  isRefused: boolean,
  isAccepted: boolean,
): string | null {
  if (code.trim() === "") return null;
  if (!isWhole) return texts.codeShort;
  if (isRefused) return texts.codeWrong;
  return isAccepted ? texts.codeRight : null;
}

function describeAddress(texts: InstallerMessages["address"], { state }: TypedAddress): string {
  return { empty: texts.urlHint, plain: texts.urlPlain, broken: texts.urlBroken, right: texts.urlRight }[
    state
  ];
}

/** While somebody is typing, only what can't become right is a problem. */
function isBad({ state }: TypedAddress, isTouched: boolean): boolean {
  return state === "plain" || (isTouched && state !== "right");
}
