import type { ButtonHTMLAttributes, ReactElement } from "react";

/** A button with a text; it submits no form unless its type says so. */
export function Button({
  text,
  look,
  ...rest
}: { text: string | undefined; look?: string | undefined } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className"
>): ReactElement {
  return (
    <button type="button" className={look} {...rest}>
      {text}
    </button>
  );
}

/** A checkbox with its label. */
export function Checkbox({
  label,
  checked,
  onChange,
  look = "tick",
  disabled,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  look?: "tick" | "switch";
  disabled?: boolean;
}): ReactElement {
  return (
    <label className={look}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {look === "switch" ? <span>{label}</span> : label}
    </label>
  );
}
