import type { Call } from "./command.ts";
import { endFollow } from "./end-follow.ts";

/** `freehold unfollow`: ends the owner's follow of another node. */
export function unfollow(call: Call): Promise<void> {
  return endFollow(call, "follower");
}
