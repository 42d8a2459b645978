/** A write to a node that was started to be read alone. */
export class ReadOnlyError extends Error {
  override readonly name = "ReadOnlyError";

  constructor() {
    super("This node was started to be read alone (FREEHOLD_READ_ONLY): it takes nothing new.");
  }
}
