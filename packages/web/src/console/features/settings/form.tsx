import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { catalogues } from "../../../messages/site/catalogues.ts";
import { Button, Checkbox } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import type { Flag, NodeSettings, SettingsPatch, useSettings } from "../../settings.tsx";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A form field with its label above and a hint below. */
function Field({
  label,
  hint,
  children,
}: FieldProps & {
  children: (parts: { id: string; "aria-describedby": string | undefined }) => ReactNode;
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

/** A field of one line. */
export function TextField({ label, hint, ...input }: FieldProps & ComponentProps<"input">): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(parts) => <input {...parts} {...input} />}
    </Field>
  );
}

/** A field of several lines. */
export function TextArea({ label, hint, ...area }: FieldProps & ComponentProps<"textarea">): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(parts) => <textarea {...parts} {...area} />}
    </Field>
  );
}

/** A choice of one option. */
export function SelectField({
  label,
  hint,
  options,
  onChoose,
  ...select
}: FieldProps & {
  /** Values and their texts. */
  options: Readonly<Record<string, string>>;
  onChoose?: (value: string) => void;
} & Pick<ComponentProps<"select">, "name" | "value" | "defaultValue">): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(parts) => (
        <select {...parts} {...select} onChange={({ target }) => onChoose?.(target.value)}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value} lang={options === languages ? value : undefined}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The languages of Freehold, each by its own name, for a `SelectField`. */
export const languages = Object.fromEntries(catalogues.map(({ language, name }) => [language, name]));

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
      <Trouble
        text={Boolean(error) && messages.settings.notSaved(formatError(messages, error))}
        error={error}
      />
    </>
  );
}

/** The buttons of a form that saves one setting, and whether it is saved. */
export function SaveBar({
  change,
  isChanged,
  save,
  onDiscard,
  children,
}: {
  change: ReturnType<typeof useSettings>["change"];
  isChanged: boolean;
  /** The label of the button that submits the form. */
  save: string;
  onDiscard: () => void;
  children?: ReactNode;
}): ReactElement {
  const { discard } = useMessages().settings;
  return (
    <>
      <div className="choices">
        <Button type="submit" disabled={!isChanged || change.isPending} text={save} />
        {isChanged && !change.isPending && <Button look="plain" onClick={onDiscard} text={discard} />}
        {children}
      </div>
      <SaveStatus of={change} />
    </>
  );
}

/** Checkboxes for settings; each is saved at once. */
export function Switches<Name extends Flag>({
  legend,
  settings,
  names,
  labels,
  hint,
  onChange,
}: {
  legend: string;
  settings: NodeSettings;
  names: readonly Name[];
  labels: Readonly<Record<Name, string>>;
  hint?: string;
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
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  );
}
