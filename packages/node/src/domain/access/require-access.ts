import { AppError } from "../../errors.ts";
import { type AccessRule, type Caller, isAllowed } from "./caller.ts";

/** @throws AppError UNAUTHENTICATED for nobody in particular, FORBIDDEN for who is known and may not do that */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (isAllowed(caller, rule)) return;
  if (caller.kind === "anonymous") {
    throw new AppError("UNAUTHENTICATED", "Only the owner may do that: sign in first.");
  }
  const lacking =
    rule === "owner"
      ? "Only the owner's own session may do that."
      : `This token does not have the scope ${rule}.`;
  throw new AppError("FORBIDDEN", lacking);
}
