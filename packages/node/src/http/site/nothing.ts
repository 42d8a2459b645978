import { EwpError } from "@freehold/protocol";

/** What is thrown where there is no page. */
export function nothing(): EwpError {
  return new EwpError("NOT_FOUND");
}
