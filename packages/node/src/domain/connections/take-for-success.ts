import { PeerError } from "@freehold/protocol";

/** For one refusal, by its code: the other node is where it should be already. Any other error is thrown on. */
export function takeForSuccess(code: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof PeerError && error.kind === "refused" && error.code === code) return;
    throw error;
  };
}
