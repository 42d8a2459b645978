/** More bytes than were allowed. */
export class BlobTooLargeError extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes.`);
    this.name = "BlobTooLargeError";
    this.maxBytes = maxBytes;
  }
}

/** The bytes are not those that the hash names. */
export class BlobMismatchError extends Error {
  readonly expected: string;
  readonly actual: string;
  constructor(expected: string, actual: string) {
    super(`The content hashes to ${actual}, not to ${expected}.`);
    this.name = "BlobMismatchError";
    this.expected = expected;
    this.actual = actual;
  }
}

/** There are no bytes of that hash. */
export class BlobNotFoundError extends Error {
  readonly hash: string;
  constructor(hash: string) {
    super(`There is no content ${hash}.`);
    this.name = "BlobNotFoundError";
    this.hash = hash;
  }
}
