import { type ComponentProps, type ReactElement, useEffect, useRef, useState } from "react";
import { useSiteMessages } from "../../messages/console/use-messages.ts";

/** A button with a text; it submits no form unless its type says so. */
export function Button({
  text,
  look,
  ...rest
}: { text: string | undefined; look?: string | undefined } & ComponentProps<"button">): ReactElement {
  return (
    <button type="button" className={look} {...rest}>
      {text}
    </button>
  );
}

/** A checkbox with its label. */
export function Checkbox({
  label,
  onChange,
  look = "tick",
  ...input
}: {
  label: string;
  onChange: (checked: boolean) => void;
  look?: "tick" | "switch";
} & Pick<ComponentProps<"input">, "checked" | "disabled" | "aria-describedby">): ReactElement {
  return (
    <label className={look}>
      <input {...input} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {look === "switch" ? <span>{label}</span> : label}
    </label>
  );
}

/** Radio buttons side by side; one of them is on. */
export function Segments<Name extends string>({
  name: group,
  legend,
  texts,
  value,
  onChange,
}: {
  /** The name of the group; unique in the view. */
  name: string;
  legend: string;
  /** The names, in order, and their texts. */
  texts: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
}): ReactElement {
  return (
    <fieldset className="segments">
      <legend className="unseen">{legend}</legend>
      {(Object.keys(texts) as Name[]).map((name) => (
        <label key={name}>
          <input type="radio" name={group} checked={name === value} onChange={() => onChange(name)} />
          <span>{texts[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A button that asks for files. */
export function FileButton({
  text,
  look,
  onFiles,
  ...input
}: {
  text: string;
  look?: string;
  onFiles: (files: readonly File[]) => void;
} & Pick<ComponentProps<"input">, "accept" | "multiple" | "disabled">): ReactElement {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} disabled={input.disabled} onClick={() => chooser.current?.click()} text={text} />
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        aria-label={text}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}

/** An active filter, with a button to remove it. */
export function Chip({ text, onRemove }: { text: string; onRemove: () => void }): ReactElement {
  return (
    <button type="button" className="chip" onClick={onRemove}>
      {text} <span aria-hidden="true">×</span>
    </button>
  );
}

/** How long "Copied" is shown, in milliseconds. */
const shownForMs = 2_000;

/** Copies a text and confirms it. */
export function CopyButton({
  text,
  label,
  look = "quiet small",
  onCopied,
}: {
  text: string;
  label?: string;
  look?: string;
  onCopied?: () => void;
}): ReactElement {
  const { copy, copied } = useSiteMessages().digits;
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), shownForMs);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      look={look}
      aria-live="polite"
      onClick={() =>
        navigator.clipboard.writeText(text).then(() => {
          setDone(true);
          onCopied?.();
        })
      }
      text={done ? copied : (label ?? copy)}
    />
  );
}
