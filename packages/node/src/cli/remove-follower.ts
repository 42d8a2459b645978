import type { Call } from "./command.ts";
import { endFollow } from "./end-follow.ts";

/** `freehold remove-follower`: ends another node's follow of this one. */
export function removeFollower(call: Call): Promise<void> {
  return endFollow(call, "followee");
}
