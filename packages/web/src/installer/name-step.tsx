import { readTypedAddress } from "@freehold/protocol/internal";
import { type FormEvent, type ReactElement, useState } from "react";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { AddressField } from "./address-field.tsx";
import { useDiagnosis } from "./diagnosis.ts";
import { Field } from "./fields.tsx";
import { readCode, type StepProps } from "./setup-form.ts";

/** The protocol's limit (decisions 4). */
const longestName = 255;

const wholeCode = /^[0-9a-f]{64}$/i;

/** The name of the site, and its address, which is tried meanwhile. Asks for the setup code if the link had none. */
export function NameStep({ onNext, ...step }: StepProps & { onNext: () => void }): ReactElement {
  const { change, input, form } = step;
  const { name: texts, code: codeTexts, next } = useInstallerMessages();
  const [isTouched, setTouched] = useState(false);
  const [asksForCode, askForCode] = useState(() => input.owner === null && !wholeCode.test(form.code.trim()));
  const { url } = readTypedAddress(form.url);
  const code = form.code.trim();
  const isWhole = wholeCode.test(code);
  const diagnosis = useDiagnosis(url, isWhole ? code : null);
  // An owner in the configuration needs no setup code: the signature is enough.
  const isRefused = diagnosis.problem === "forbidden" && input.owner === null;
  if (isRefused && !asksForCode) askForCode(true);
  const isNamed = form.name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!isNamed || url === null || (input.owner === null && (!isWhole || isRefused))) return;
    change({ url });
    onNext();
  };
  const codeHint =
    code === ""
      ? codeTexts.hint
      : !isWhole
        ? codeTexts.short
        : isRefused
          ? codeTexts.wrong
          : diagnosis.checks
            ? codeTexts.right
            : codeTexts.hint;
  return (
    <form className="step" onSubmit={submit} noValidate>
      {input.owner && <p className="hint">{codeTexts.reserved(input.owner)}</p>}
      {asksForCode && (
        <Field
          id="code"
          label={codeTexts.label}
          hint={codeHint}
          isBad={isWhole ? isRefused : isTouched}
          value={form.code}
          onChange={(typed) => change({ code: readCode(typed) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Field
        id="name"
        label={texts.label}
        hint={isTouched && !isNamed ? texts.missing : texts.hint}
        isBad={isTouched && !isNamed}
        autoFocus={!asksForCode}
        required
        maxLength={longestName}
        autoComplete="name"
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <AddressField {...step} isTouched={isTouched} diagnosis={diagnosis} />
      <button type="submit">{next}</button>
    </form>
  );
}
