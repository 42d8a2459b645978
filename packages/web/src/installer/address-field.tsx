import { readTypedAddress } from "@freehold/protocol/internal";
import { type ReactElement, useState } from "react";
import { CheckList } from "../console/components/check-list.tsx";
import { Button } from "../console/components/controls.tsx";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { DiagnosisState } from "./diagnosis.ts";
import { Field } from "./fields.tsx";
import type { StepProps } from "./setup-form.ts";

/** The node's address in a sentence, or the field where there is none yet or the owner changes it. */
export function AddressField({
  change,
  diagnosis,
  form,
  isTouched,
}: Pick<StepProps, "change" | "form"> & { diagnosis: DiagnosisState; isTouched: boolean }): ReactElement {
  const { address: texts } = useInstallerMessages();
  const { state, url } = readTypedAddress(form.url);
  const [isOpen, setOpen] = useState(url === null);
  const hints = { ...texts.problems, empty: texts.hint, right: texts.right, local: texts.isLocal };
  return (
    <div className="address-field">
      {isOpen ? (
        <Field
          id="url"
          type="url"
          label={texts.label}
          hint={hints[state]}
          // While the owner types, only an address that can't become right is a problem.
          isBad={state === "plain" || state === "path" || (isTouched && url === null)}
          value={form.url}
          onChange={(typed) => change({ url: typed })}
          autoComplete="url"
          spellCheck={false}
        />
      ) : (
        <p>
          {texts.here} <span className="own-address">{url}</span>
          <Button look="quiet small" onClick={() => setOpen(true)} text={texts.change} />
          {state === "local" && <span className="hint">{texts.hereHint}</span>}
        </p>
      )}
      <Reach {...diagnosis} isLocal={state === "local"} />
    </div>
  );
}

/** Whether others reach the node at the address. */
function Reach({
  checks,
  isLocal,
  isRunning,
  problem,
  repeat,
}: DiagnosisState & { isLocal: boolean }): ReactElement | null {
  const { address: texts } = useInstallerMessages();
  if (problem === "forbidden" || (!isRunning && problem === null && checks === null)) return null;
  const hasFailed = checks?.some(({ state }) => state === "FAILED") ?? false;
  // A local address is reached by this machine alone: no finding.
  if (isLocal && !hasFailed && problem === null) return null;
  return (
    <section className="reach" aria-busy={isRunning}>
      <p role="status" className="hint">
        {isRunning && texts.checking}
        {checks && (hasFailed ? texts.notReached : texts.reached)}
      </p>
      {problem && <p className="trouble">{texts.failures[problem]}</p>}
      {checks && <CheckList checks={checks} />}
      {!isRunning && (hasFailed || problem) && (
        <Button look="plain small" onClick={repeat} text={texts.checkAgain} />
      )}
    </section>
  );
}
