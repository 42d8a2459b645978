import { type AppError, formatEnglish } from "../../src/errors/errors.ts";

/** The code of an error, and in English what it found and what to do. */
export function wordsOf(error: unknown): Record<"code" | "finding" | "advice", string> {
  const { code, parts } = error as Pick<AppError, "code" | "parts">;
  return { code, finding: formatEnglish(parts.finding), advice: formatEnglish(parts.advice) };
}
