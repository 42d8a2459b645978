import { useCallback, useRef, useState } from "react";
import { findKept, forgetKept, keepValue } from "./kept-values.ts";

type Fields = Readonly<Record<string, readonly string[]>>;

/**
 * Keeps what is typed and ticked in a form whose fields hold their values themselves. Fields of passwords, files, and those
 * with `data-secret` are not kept: the owner is asked before they are lost (`guardSecrets`).
 *
 * @returns the reference for the form; `forget`, to be called when the node has it; and when it was typed, if it came back from an
 *   earlier page (milliseconds)
 */
export function useKeptForm(key: string) {
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const element = useRef<HTMLFormElement | null>(null);
  const form = useCallback(
    (current: HTMLFormElement | null) => {
      element.current = current;
      if (!current) return;
      const start = JSON.stringify(valuesOf(current));
      const found = findKept(key, isFields);
      const kept = found && JSON.stringify(found.value) !== start ? found : null;
      if (kept) restore(current, kept.value);
      else forgetKept(key);
      setRestoredAt(kept?.at ?? null);
      const keep = () => {
        const values = valuesOf(current);
        if (JSON.stringify(values) === start) forgetKept(key);
        else keepValue(key, values);
      };
      current.addEventListener("input", keep);
      return () => current.removeEventListener("input", keep);
    },
    [key],
  );
  const forget = useCallback(() => {
    forgetKept(key);
    setRestoredAt(null);
  }, [key]);
  const discard = () => {
    element.current?.reset();
    forget();
  };
  return { form, forget, discard, restoredAt };
}

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is FormField =>
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement,
  );

const isSecret = (field: FormField) => field.type === "password" || "secret" in field.dataset;

const keptFields = (form: HTMLFormElement) =>
  fieldsOf(form).filter((field) => field.name !== "" && field.type !== "file" && !isSecret(field));

const isTick = (field: FormField): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";

/** The values of the fields by their names; of ticks, those that are set. */
function valuesOf(form: HTMLFormElement): Fields {
  const values: Record<string, string[]> = {};
  for (const field of keptFields(form)) {
    const ofName = values[field.name] ?? [];
    values[field.name] = isTick(field) && !field.checked ? ofName : [...ofName, field.value];
  }
  return values;
}

function restore(form: HTMLFormElement, values: Fields): void {
  for (const field of keptFields(form)) {
    const kept = values[field.name];
    if (kept === undefined) continue;
    if (isTick(field)) field.checked = kept.includes(field.value);
    else field.value = kept[0] ?? field.value;
  }
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one) => Array.isArray(one) && one.every((text) => typeof text === "string"))
  );
}
