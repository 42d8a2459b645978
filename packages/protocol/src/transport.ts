/** One call to another node. */
export interface PeerRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The body of the answer may have so many bytes. */
  maxBytes: number;
  /** Everything, the last byte of the answer's body included, takes at most so many milliseconds. */
  deadlineMs: number;
  signal?: AbortSignal;
}

/** What another node answered. The body is to be read, or ended by its iterator's `return`. */
export interface PeerResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Carries a call to another node. Deadline, size cap and redirects (three at most, to HTTPS alone) are its business.
 * Throws PeerError, also while the body is read.
 */
export type Transport = (request: PeerRequest) => Promise<PeerResponse>;
