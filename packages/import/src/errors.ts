/** Kinds of problems with a file. */
export type ImportProblem =
  /** The file is invalid or incomplete. */
  | "IMPORT_INVALID"
  /** One entry of it can't be read. */
  | "VALIDATION_FAILED"
  /** A link or a path leads out of a folder. */
  | "LEADS_OUT";

/** A problem with a file. Its message is a sentence for the person who imports. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly code: ImportProblem;

  constructor(code: ImportProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error for an import that can't be read; the sentence says why. */
export function invalidImport(sentence: string, cause?: unknown): ImportError {
  return new ImportError("IMPORT_INVALID", sentence, { cause });
}

/** Whether an error is of one entry, so that the next ones can be read. */
export function isOfEntry(error: unknown): error is ImportError {
  return error instanceof ImportError && error.code !== "LEADS_OUT";
}

/** The `code` of an error, as Node and its libraries set it (ENOENT); empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
