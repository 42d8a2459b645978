import { type ReactElement, type ReactNode, useId } from "react";

/** What a field's own element carries. */
export interface FieldParts {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
}

/** A field with its name above it and what is to be known of it below. */
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
