import { type ReactElement, type ReactNode, useId } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Checkbox } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import type { NodeSettings, SettingsPatch } from "./use-settings.ts";

/** The attributes of a field's input element. */
export interface FieldParts {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
}

/** A form field with its label above and a hint below. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: ReactNode;
  children: (parts: FieldParts) => ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": hint ? `${id}-hint` : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Confirms that a change is saved, or shows the error. */
export function SaveStatus({
  of: { isSuccess, error },
}: {
  of: { readonly isSuccess: boolean; readonly error: unknown };
}): ReactElement {
  const messages = useMessages();
  return (
    <>
      <p role="status" className="outcome hint">
        {isSuccess && messages.settings.saved}
      </p>
      <Trouble text={Boolean(error) && messages.settings.notSaved(formatError(messages, error))} />
    </>
  );
}

type Flag = {
  [Name in keyof NodeSettings]: NodeSettings[Name] extends boolean ? Name : never;
}[keyof NodeSettings];

/** Checkboxes for settings; each is saved at once. */
export function Switches<Name extends Exclude<Flag, "mailTransportIsSet">>({
  legend,
  settings,
  names,
  labels,
  onChange,
}: {
  legend: string;
  settings: NodeSettings;
  names: readonly Name[];
  labels: Readonly<Record<Name, string>>;
  onChange: (patch: SettingsPatch) => void;
}): ReactElement {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={settings[name]}
          onChange={(isChecked) => onChange({ [name]: isChecked })}
        />
      ))}
    </fieldset>
  );
}
