import type {
  ImportAuthor,
  ImportedFile,
  ImportedPost,
  ImportRefusal,
  ReadPost,
  ReferenceRow,
  SourceFormat,
} from "@freehold/import";

/** A file of a post, whose bytes are read by its position among the files. */
export interface SentFile extends Omit<ImportedFile, "open"> {
  readonly isHere: boolean;
}

/** A post as it leaves the process that read it. */
export interface SentPost extends Omit<ImportedPost, "files"> {
  readonly files: readonly SentFile[];
}

/** The kind of a file, an archive or a folder. */
export type FoundImport =
  /** An export of Freehold, unpacked. */
  | { readonly kind: "export"; readonly folder: string }
  /** The data folder of an epress node. */
  | { readonly kind: "reference" }
  /** Posts of another program. */
  | {
      readonly kind: "posts";
      readonly format: SourceFormat;
      readonly count: number | null;
      readonly site: string | null;
    };

/** A Markdown file by itself, with its text as posts are written here: its title is a heading, its tags are hashtags. */
export type PostOfFile = Omit<ReadPost, "title" | "markdown" | "tags"> & { readonly text: string };

/** The calls that the process answers; a stream is known by its number. */
export interface ImportCalls {
  /** Recognises the files at a path, and opens them. @param temporary a folder for unpacked files */
  open(path: string, temporary: string): Promise<FoundImport | null>;
  /** The people who wrote the posts. */
  authors(): Promise<readonly ImportAuthor[]>;
  /** Reads a Markdown file by itself; null for one without front matter. */
  readPost(text: string): Promise<PostOfFile | null>;
  /** The next post; null at the end. @param timeZone of the site, the same in each call */
  next(timeZone: string): Promise<SentPost | ImportRefusal | null>;
  /** Opens a file of the post that was read last. */
  openFile(index: number): Promise<number>;
  openUpload(path: string): Promise<number | null>;
  openRows(table: string): Promise<number>;
  content(hash: string): Promise<ReferenceRow | null>;
  /** The next part of a file; null at its end. */
  readBytes(stream: number): Promise<Uint8Array | null>;
  /** The next rows of a table; null at its end. */
  readRows(stream: number): Promise<ReferenceRow[] | null>;
  closeStream(stream: number): Promise<void>;
}

export type CallName = keyof ImportCalls;

/** A call as a message. */
export interface CallMessage {
  readonly id: number;
  readonly name: CallName;
  readonly args: readonly unknown[];
}

/** The error that ended a call: one for the person who imports, or one of the machine. */
export type CallProblem =
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "system"; readonly code: string; readonly message: string; readonly path?: unknown };

export type ReplyMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: CallProblem }
  | { readonly isAlive: true };
