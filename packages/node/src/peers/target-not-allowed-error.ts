export type TargetProblem = "SCHEME_NOT_ALLOWED" | "PORT_NOT_ALLOWED" | "ADDRESS_NOT_ALLOWED";

/** This node does not connect to such a place. */
export class TargetNotAllowedError extends Error {
  readonly code: TargetProblem;
  constructor(code: TargetProblem) {
    super(`Not a place to connect to: ${code}.`);
    this.name = "TargetNotAllowedError";
    this.code = code;
  }
}
