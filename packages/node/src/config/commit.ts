import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The length at which git abbreviates a commit of a large repository. */
const shownLength = 12;

/**
 * The commit that a clone stands at, without git: the clone may belong to another user, and a container has no git.
 *
 * @param root the folder of the clone, or of a work tree of it
 * @returns 12 hexadecimal digits; null where there is no clone, and where git keeps its branches in another form
 */
export function readCommit(root: string): string | null {
  try {
    const own = findGitFolder(root);
    const head = read(own, "HEAD");
    const branch = /^ref: (\S+)$/.exec(head)?.[1];
    const commit = branch === undefined ? head : readBranch(findSharedFolder(own), branch);
    return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, shownLength) : null;
  } catch {
    return null;
  }
}

const read = (folder: string, name: string) => readFileSync(resolve(folder, name), "utf8").trim();

/** A work tree has a file in its place, which names the folder. */
function findGitFolder(root: string): string {
  try {
    return resolve(root, read(root, ".git").replace(/^gitdir: /, ""));
  } catch {
    return resolve(root, ".git");
  }
}

/** All work trees of a clone have their branches in one folder. */
function findSharedFolder(folder: string): string {
  try {
    return resolve(folder, read(folder, "commondir"));
  } catch {
    return folder;
  }
}

function readBranch(folder: string, branch: string): string {
  try {
    return read(folder, branch);
  } catch {
    const lines = read(folder, "packed-refs").split("\n");
    return lines.find((line) => line.endsWith(` ${branch}`))?.split(" ")[0] ?? "";
  }
}
