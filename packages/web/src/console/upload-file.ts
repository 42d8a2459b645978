import { type Accepted, graphql, type ReplyOf, type TypedDocument, textOfDocument } from "@freehold/client";
import { jsonHeaders } from "./first-replies.ts";
import { ApiError, type FieldOf, fetchFromNode, offline, type Reply, readData } from "./graphql.ts";

/** An uploaded file. The node removes metadata from a picture before it hashes it. */
export type UploadedFile = FieldOf<typeof document>;

/** A file to upload. */
interface UploadOptions {
  /** The text alternative; empty for none. */
  readonly description: string;
  /** Whether a picture stays as it is, with its location and camera data. */
  readonly keepMetadata?: boolean;
  /** Receives the uploaded share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a file as a draft. It uses XMLHttpRequest, since fetch reports no upload progress.
 *
 * @throws ApiError; a DOMException AbortError when it is cancelled
 */
export async function uploadFile(
  file: File,
  { description, keepMetadata = false, onProgress, signal }: UploadOptions,
): Promise<UploadedFile> {
  if (await isBrokenPicture(file)) throw new ApiError("PICTURE_BROKEN", "This picture can't be read.");
  const input = {
    type: "FILE" as const,
    state: "DRAFT" as const,
    keepMetadata,
    ...(description && { description }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open("POST", "/api/graphql");
  request.responseType = "json";
  request.setRequestHeader("accept", "application/graphql-response+json");
  request.setRequestHeader("graphql-require-preflight", "1");
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => resolve(readUploaded(request));
  request.onerror = () => reject(offline());
  request.onabort = () => reject(new DOMException("Cancelled.", "AbortError"));
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send(writeMultipart(document, input, file, file.name));
  return await promise;
}

/** The types of pictures that every browser shows. */
const shownTypes: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"];

/** Whether a file that claims to be a picture is none that this browser can show: readers could not see it either. */
async function isBrokenPicture(file: File): Promise<boolean> {
  if (!shownTypes.includes(file.type)) return false;
  const url = URL.createObjectURL(file);
  const picture = new Image();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  picture.onload = () => resolve(picture.naturalWidth === 0);
  picture.onerror = () => resolve(true);
  picture.src = url;
  return await promise.finally(() => URL.revokeObjectURL(url));
}

/** Sends a mutation whose `$input` is a file. @throws ApiError */
export async function askWithFile<Reply>(
  document: TypedDocument<Reply, { readonly input: { readonly file?: Blob | null } }>,
  file: Blob,
): Promise<Reply> {
  const response = await fetchFromNode("/api/graphql", {
    method: "POST",
    headers: { accept: jsonHeaders.accept, "graphql-require-preflight": "1" },
    body: writeMultipart(document, {}, file),
  });
  return readData(await response.json().catch(() => ({})), response);
}

/**
 * The body of a request with a file, by the GraphQL multipart request specification.
 *
 * @param document one operation whose variable `$input` has a field `file`
 * @param input the other fields of `$input`
 */
function writeMultipart<Input extends { readonly file?: unknown }>(
  document: TypedDocument<unknown, { readonly input: Input }>,
  input: Omit<Accepted<Input>, "file">,
  file: Blob,
  name: string = "file",
): FormData {
  const body = new FormData();
  const variables = { input: { ...input, file: null } };
  body.append("operations", JSON.stringify({ query: textOfDocument(document), variables }));
  body.append("map", JSON.stringify({ file: ["variables.input.file"] }));
  body.append("file", file, name);
  return body;
}

async function readUploaded(request: XMLHttpRequest): Promise<UploadedFile> {
  const reply: Reply<ReplyOf<typeof document>> = request.response ?? {};
  return readData(reply, request).createPublication;
}

const document = graphql(`mutation UploadFile($input: CreatePublicationInput!) {
  createPublication(input: $input) { id contentHash contentPath mediaType filename removedMetadata }
}`);
