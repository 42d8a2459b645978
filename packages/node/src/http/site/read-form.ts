import { nothing } from "./nothing.ts";

/** A field of a form or a query; empty where it is missing. */
export function readField(given: unknown, name: string): string {
  const value: unknown = Object.hasOwn(Object(given), name) ? Object(given)[name] : "";
  return typeof value === "string" ? value : "";
}

/** @throws EwpError NOT_FOUND for what is no id */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw nothing();
  return Number(text);
}
