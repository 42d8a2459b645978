/**
 * Why a key file was not opened:
 *
 * - `no-key-file`: the file is none of Web3 Secret Storage version 3
 * - `too-heavy`: opening it would take more memory or work than a browser should give
 * - `wrong-password`: the password does not open it, or the file is damaged
 * - `other-key`: it holds another key than it says, or than is wanted
 * - `closed`: nobody has opened it, or it was put away again
 */
export type KeyFileProblem = "no-key-file" | "too-heavy" | "wrong-password" | "other-key" | "closed";

export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
  readonly problem: KeyFileProblem;

  constructor(problem: KeyFileProblem) {
    super(problem);
    this.problem = problem;
  }
}
