import type { Address } from "@freehold/protocol";
import { type ReactElement, useEffect, useId, useState } from "react";
import { forgetKeyFile } from "../../keystore/kept-key-files.ts";
import { type KeyFile, readKeyFile } from "../../keystore/read-key-file.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Button, Checkbox } from "../components/controls.tsx";
import { digits } from "../elements.ts";
import { Trouble } from "../errors.tsx";
import "./key-file.css";

/** The field for a key file: a button that is also a place to drop it. Its first look tells whether it can be the right one. */
export function ChosenFile({
  chosen,
  onChoose,
  onProblem,
  wanted,
}: {
  chosen: KeyFile | null;
  onChoose: (file: KeyFile | null) => void;
  onProblem: (problem: "KEYSTORE_INVALID" | "KEYSTORE_OTHER_KEY" | null) => void;
  /** The address that the key must have; null for any. */
  wanted: Address | null;
}): ReactElement {
  const { keyFile: texts } = useMessages();
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return onChoose(null);
    const read = await readKeyFile(file);
    const isOther = wanted !== null && read?.address && read.address !== wanted;
    const problem = read === null ? "KEYSTORE_INVALID" : isOther ? "KEYSTORE_OTHER_KEY" : null;
    onProblem(problem);
    onChoose(problem ? null : read);
    if (problem) input.value = "";
  };
  return (
    <label className="file-drop">
      <span className="unseen">{texts.file}</span>
      {/* It covers the whole place, so that the browser itself takes what is dropped there. */}
      <input
        type="file"
        aria-label={texts.file}
        accept=".json,application/json"
        required={chosen === null}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
      <span className="file-name">{chosen?.name ?? texts.choose}</span>
      <span className="hint">{chosen ? texts.another : texts.drop}</span>
    </label>
  );
}

/** The key file that is kept in this browser: its address, and what one can do with it. */
export function KeptFile({
  address,
  onForgotten,
  onOther,
}: {
  address: Address;
  onForgotten: () => void;
  onOther?: () => void;
}): ReactElement {
  const { keyFile: texts } = useMessages();
  return (
    <div className="kept-file">
      <p className="hint">{texts.kept}</p>
      <p>{digits(address)}</p>
      <div className="choices">
        {onOther && <Button look="quiet small" onClick={onOther} text={texts.useOther} />}
        <ForgetButton address={address} look="quiet small" onForgotten={onForgotten} />
      </div>
    </div>
  );
}

/** A button that removes a kept key file, after a question: it may be the only copy. */
export function ForgetButton({
  address,
  look,
  onForgotten,
}: {
  address: Address;
  look: string;
  onForgotten: () => void;
}): ReactElement {
  const { keyFile: texts } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const forget = () => forgetKeyFile(address).then(onForgotten, () => setRefused(true));
  return (
    <>
      <Button look={look} onClick={() => setAsked(true)} text={texts.forget} />
      <Trouble text={isRefused && texts.notForgotten} />
      {isAsked && (
        <ConfirmDialog
          title={texts.forgetTitle}
          explain={texts.forgetExplain}
          act={texts.forget}
          onConfirm={() => void forget()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** A link that saves a key file. Its address lasts as long as it is shown. */
export function SaveFileLink({
  address,
  file,
  look,
  text,
}: {
  address: Address;
  /** The content of the file. */
  file: string;
  look: string;
  text: string;
}): ReactElement {
  const [href, setHref] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file], { type: "application/json" }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <a className={look} href={href} download={`freehold-key-${address}.json`}>
      {text}
    </a>
  );
}

/** A checkbox with what it means below it. */
export function ExplainedTick({
  hint,
  ...rest
}: {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="explained-tick">
      <Checkbox {...rest} aria-describedby={id} />
      <p id={id} className="hint">
        {hint}
      </p>
    </div>
  );
}
