/**
 * The path of a file or folder in an archive, relative and without `./`.
 *
 * @returns null for one that is empty or leads out of the archive
 */
export function parseArchivePath(written: string): string | null {
  if (written.startsWith("/") || written.includes("\0")) return null;
  const parts = written.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 || parts.includes("..") ? null : parts.join("/");
}

/** Takes the paths of an archive one after another. */
export interface PathsOfArchive {
  /** @returns whether the path is a file or a folder of its own once all are unpacked, on every system */
  add(path: string, kind: "file" | "folder"): boolean;
}

/**
 * Finds paths that come in each other's way when they are unpacked: the same one twice, also in other letters (some systems
 * take `A` and `a` for one name), and a file that is a folder, too.
 */
export function createPathsOfArchive(): PathsOfArchive {
  const kinds = new Map<string, "file" | "folder">();

  function addFolder(key: string): boolean {
    for (let end = key.length; end > 0; end = key.lastIndexOf("/", end - 1)) {
      const folder = key.slice(0, end);
      if (kinds.get(folder) === "file") return false;
      if (kinds.has(folder)) return true;
      kinds.set(folder, "folder");
    }
    return true;
  }

  return {
    add(path, kind) {
      const key = path.normalize("NFD").toUpperCase().toLowerCase();
      if (kind === "folder") return addFolder(key);
      if (kinds.has(key) || !addFolder(key.slice(0, Math.max(0, key.lastIndexOf("/"))))) return false;
      kinds.set(key, "file");
      return true;
    },
  };
}
