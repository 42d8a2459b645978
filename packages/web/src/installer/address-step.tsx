import { type FormEvent, type ReactElement, useState } from "react";
import type { InstallerMessages } from "../messages/installer/en.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { useDiagnosis } from "./diagnosis.ts";
import { DiagnosisResults } from "./diagnosis-results.tsx";
import { Field } from "./fields.tsx";
import { readAddress, readCode, type StepProps } from "./setup-form.ts";

const wholeCode = /^[0-9a-f]{64}$/i;

/** The node's address, and whether others reach it there. */
export function AddressStep({ change, input, form, onNext }: StepProps): ReactElement {
  const { address: texts, next } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const { state, url } = readAddress(form.url);
  const code = form.code.trim();
  // An owner in the configuration needs no setup code: the signature is enough.
  const needsCode = input.owner === null;
  const isWhole = wholeCode.test(code);
  const diagnosis = useDiagnosis(url, isWhole ? code : null);
  const isRefused = diagnosis.problem === "forbidden";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (url === null || (needsCode && (!isWhole || isRefused))) return;
    change({ url });
    onNext();
  };
  const urlHints = {
    empty: texts.urlHint,
    plain: texts.urlPlain,
    broken: texts.urlBroken,
    right: texts.urlRight,
  };
  return (
    <form className="step" onSubmit={submit} noValidate>
      <p>{texts.intro}</p>
      {input.owner && <p className="hint">{texts.reserved(input.owner)}</p>}
      {needsCode && (
        <Field
          id="code"
          label={texts.code}
          hint={describeCode(texts, code, { isWhole, isRefused, isAccepted: diagnosis.results.length > 0 })}
          isBad={isWhole ? isRefused : isTouched}
          value={form.code}
          onChange={(typed) => change({ code: readCode(typed) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Field
        id="url"
        type="url"
        label={texts.url}
        hint={urlHints[state]}
        // While the owner types, only an address that can't become right is a problem.
        isBad={state === "plain" || (isTouched && state !== "right")}
        value={form.url}
        onChange={(typed) => change({ url: typed })}
        autoComplete="url"
        spellCheck={false}
      />
      {!(isRefused && needsCode) && <DiagnosisResults {...diagnosis} />}
      <button type="submit">{next}</button>
    </form>
  );
}

function describeCode(
  texts: InstallerMessages["address"],
  code: string,
  { isWhole, isRefused, isAccepted }: { isWhole: boolean; isRefused: boolean; isAccepted: boolean },
): string {
  if (code === "") return texts.codeHint;
  if (!isWhole) return texts.codeShort;
  if (isRefused) return texts.codeWrong;
  return isAccepted ? texts.codeRight : texts.codeHint;
}
