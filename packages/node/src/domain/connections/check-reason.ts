import { AppError } from "../../errors.ts";
import { limits } from "../limits.ts";

/** The owner's note on a block, or null for none. @throws AppError VALIDATION_FAILED for one that is too long */
export function checkReason(reason: string | null): string | null {
  const note = reason?.replaceAll("\0", "").trim() ?? "";
  if ([...note].length > limits.descriptionLength) {
    throw new AppError("VALIDATION_FAILED", `A note has up to ${limits.descriptionLength} characters.`);
  }
  return note === "" ? null : note;
}
