import { AppError } from "../errors.ts";
import { type Call, textOf } from "./command.ts";

/** What `--limit` says; null when it was not given. */
export function parseLimit(call: Pick<Call, "flags">): number | null {
  const text = textOf(call, "limit");
  if (text === undefined) {
    return null;
  }
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1) {
    throw new AppError("USAGE", `--limit is a whole number from 1, not ${JSON.stringify(text)}.`);
  }
  return limit;
}
