import type { Address } from "@freehold/protocol";
import type { InputHTMLAttributes, ReactElement } from "react";
import { digits, inlineDrawing } from "../console/elements.ts";
import { Trouble } from "../console/errors.tsx";
import { drawPortrait } from "../drawings/portrait.ts";
import { catalogues } from "../messages/site/catalogues.ts";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isBad?: boolean;
  readonly onChange: (value: string) => void;
}

/** A field with its label, and a hint or problem below. */
export function Field({ label, hint, isBad, onChange, ...rest }: FieldProps): ReactElement {
  const hintId = `${rest.id}-hint`;
  return (
    <div className="field">
      <label htmlFor={rest.id}>{label}</label>
      <input
        aria-describedby={hintId}
        aria-invalid={isBad}
        onChange={({ target }) => onChange(target.value)}
        {...rest}
      />
      <p id={hintId} className={isBad ? "hint bad" : "hint"} aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

/** An option for each language of Freehold. */
export function languageOptions(): ReactElement[] {
  return catalogues.map(({ language, name }) => (
    <option key={language} value={language} lang={language}>
      {name}
    </option>
  ));
}

/** The owner's portrait and address. */
export function Owner({ address }: { address: Address }): ReactElement {
  return (
    <p className="owner">
      {inlineDrawing(drawPortrait(address), "portrait", null)}
      {digits(address)}
    </p>
  );
}

/** The current activity, and the problem if there is one. */
export function Status({
  text,
  problem,
}: {
  text: string | false | null | undefined;
  problem: string | false | null;
}): ReactElement {
  return (
    <>
      <p role="status" className="hint">
        {text}
      </p>
      <Trouble text={problem} />
    </>
  );
}
