/** The time of writing, by the source. */
export interface WrittenDate {
  /** Milliseconds. A time without a zone is UTC. */
  readonly writtenAt: number | null;
  /**
   * The time that a clock at the author's showed, in milliseconds as if it were UTC. The same as `writtenAt` if the source
   * names no zone; absent or null if it has the time only in UTC.
   */
  readonly writtenLocal?: number | null;
}
