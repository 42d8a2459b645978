/** A file on its way in. Its bytes come once, and as fast as they are taken. */
export interface Upload {
  readonly filename: string | null;
  /** What the client says that it is. */
  readonly mediaType: string | null;
  readonly source: AsyncIterable<Uint8Array>;
}

/** What marks a value of the variables as a file, which nothing that comes as JSON can be. */
export class UploadedFile implements Upload {
  readonly filename: string | null;
  readonly mediaType: string | null;
  readonly source: AsyncIterable<Uint8Array>;

  constructor({ filename, mediaType, source }: Upload) {
    this.filename = filename;
    this.mediaType = mediaType;
    this.source = source;
  }
}
