/** A picture whose metadata can't be told from its pixels. */
export class UnreadablePictureError extends Error {
  override readonly name = "UnreadablePictureError";
}
