import about from "../../package.json" with { type: "json" };

export const { version } = about;

/** The name of this program in calls to other nodes, and in files that it writes. */
export const agent = `Freehold/${version.split(".", 2).join(".")}`;
