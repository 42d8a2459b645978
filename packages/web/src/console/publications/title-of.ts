import { readTitle } from "../../markdown/opening.ts";
import type { Publication } from "./publication.ts";

/** What a post is called in a list: its heading or first words; empty for one without words. */
export function titleOf({ body }: Pick<Publication, "body">): string {
  return readTitle(body ?? "");
}
