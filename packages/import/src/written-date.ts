/** When something was written, as its source says it. */
export interface WrittenDate {
  /** Milliseconds. A time without a zone is UTC. */
  readonly writtenAt: number | null;
  /**
   * The time that a clock at the author's showed, in milliseconds as if it were UTC. The same as `writtenAt` where the source names no
   * zone; absent or null where it has the time in UTC alone.
   */
  readonly writtenLocal?: number | null;
}
