import { ImportError } from "@freehold/import";
import { AppError, type ErrorCode, type Sentence } from "../errors/errors.ts";

/** An error for an import that can't be read; the sentence says why. */
export function invalidImport(sentence: string | Sentence, cause?: unknown): AppError {
  return new AppError("IMPORT_INVALID", sentence, { cause });
}

const codes = {
  IMPORT_INVALID: "IMPORT_INVALID",
  VALIDATION_FAILED: "VALIDATION_FAILED",
  LEADS_OUT: "EXPORT_INVALID",
} as const satisfies Record<ImportError["code"], ErrorCode>;

/** The error of this program for one of the readers of imports; any other error as it is. */
export function ofReader(error: unknown): unknown {
  return error instanceof ImportError
    ? new AppError(codes[error.code], error.message, { cause: error })
    : error;
}
