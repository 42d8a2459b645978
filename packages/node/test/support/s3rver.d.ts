/** The part of the package that the tests use; it has no types. */
declare module "@20minutes/s3rver" {
  import type { Readable } from "node:stream";

  /** Files and folders of the buckets. A content is stored where its path says. */
  export interface S3rverStore {
    putContent(path: string, content: Readable | Buffer): Promise<[size: number, md5: string]>;
    copyObject(
      ...from: [bucket: string, key: string, toBucket: string, toKey: string, metadata: object | null]
    ): Promise<object>;
    getMetadata(bucket: string, key: string): Promise<object>;
    getResourcePath(bucket: string, key: string, resource: string): string;
  }

  export interface S3rverRequest {
    readonly method: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
  }

  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { name: string }[];
    });
    readonly store: S3rverStore;
    /** In the order in which they get a request. */
    readonly middleware: ((request: S3rverRequest, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module "@20minutes/s3rver/lib/models/error.js" {
  /** Answered as S3 answers an error of this code. */
  export default class S3Error extends Error {
    constructor(code: string, message: string);
  }
}
