import type { Form } from "@freehold/protocol";
import { formatCount } from "./format-amount.ts";

/** What an owner should know of nodes that speak the reference form, in words; the baseline form has no such gaps. */
export const formWords = {
  /** After a follow. */
  followed: (form: Form, name: string): string | null =>
    form === "baseline"
      ? null
      : `The node of ${name} speaks the reference form: it tells of each post once, and this node reads its index every hour for the rest.`,
  /** After a follow that its node refused. */
  refused: (form: Form, ownUrl: string): string | null =>
    form === "baseline"
      ? null
      : `A node of the reference form calls this one back at ${ownUrl}/ewp/connections while it is asked: ` +
        "this node must be running (freehold start) and reachable from there at that address, over HTTPS.",
  /** Beside a list of nodes. */
  followers: (count: number): string | null =>
    count === 0
      ? null
      : `${formatCount(count, "follower")} of the reference form can't be removed: there, only the follower ends a follow.`,
  /** After a profile update that was not signed in the reference form. */
  readers: (count: number): string | null =>
    count === 0
      ? null
      : `${formatCount(count, "node")} of the reference form will read it with the next publication.`,
} as const;
