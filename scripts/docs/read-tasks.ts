import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A thing that owners look for. */
export interface Task {
  readonly name: string;
  /** The pages from the first one on. */
  readonly way: readonly string[];
  /** The address of the heading on the last page. */
  readonly heading: string;
  readonly search: string;
}

/** The tasks of docs/tasks.md. */
export function readTasks(): Task[] {
  const page = readFileSync(join(import.meta.dirname, "../../docs/tasks.md"), "utf8");
  return [...page.matchAll(/^\| (.+?) \| (`.+?) \| \[.+?\]\((.+?)\) \| (.+?) \|$/gm)].map(
    ([, name = "", way = "", heading = "", search = ""]) => ({
      name,
      way: [...way.matchAll(/`([^`]+)`/g)].map(([, page = ""]) => page),
      heading,
      search,
    }),
  );
}
