import { resolve } from "node:path";
import about from "../../package.json" with { type: "json" };
import { readCommit } from "./commit.ts";

export const { version } = about;

/** The commit that a build was made of; the bundler knows it (`scripts/build/bundle-server.ts`). */
declare const builtCommit: string | null | undefined;

/** The commit of this program: 12 hexadecimal digits; null where nothing tells it. */
export const commit: string | null =
  typeof builtCommit === "undefined" ? readCommit(resolve(import.meta.dirname, "../../../..")) : builtCommit;

/** The version with its commit, as people read it: between two releases many programs have one version. */
export const build: string = commit === null ? version : `${version} (commit ${commit})`;

/** The name of this program in calls to other nodes, and in files that it writes. */
export const agent = `Freehold/${version.split(".", 2).join(".")}`;
