import { AppError, hasCode } from "../errors.ts";

const problems = ["SCHEME_NOT_ALLOWED", "PORT_NOT_ALLOWED", "ADDRESS_NOT_ALLOWED"] as const;
export type TargetProblem = (typeof problems)[number];

/** The error for a target that this node does not connect to. */
export function notAllowed(problem: TargetProblem): AppError {
  return new AppError(problem, `This node does not connect to this target: ${problem}.`);
}

export function isNotAllowed(error: unknown): error is AppError {
  return hasCode(error, ...problems);
}
