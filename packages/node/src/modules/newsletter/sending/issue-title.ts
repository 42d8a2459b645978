import type { Reader } from "../../../store/database.ts";
import { findPublicationText } from "../../../store/search/search.ts";

const longestTitle = 80;

/** The title of a post, its first words where it has none, or its number. */
export async function titleOf(db: Reader, publicationId: number): Promise<string> {
  const text = await findPublicationText(db, publicationId);
  const words = (text?.body ?? "").replace(/\s+/g, " ").trim().slice(0, longestTitle);
  return text?.title || words || `#${publicationId}`;
}
