import about from "../../package.json" with { type: "json" };

/** Of this program. */
export const { version } = about;

/** What this program calls itself: on the way to other nodes, and in what it writes. */
export const agent = `Freehold/${version.split(".", 2).join(".")}`;
