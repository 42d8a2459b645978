import { version } from "./version.ts";

/** What this program calls itself: on the way to other nodes, and in what it writes. */
export const agent = `Freehold/${version.split(".", 2).join(".")}`;
