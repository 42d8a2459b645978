import type { MetadataKind } from "../messages/console/pictures-en.ts";
import { offline, readData, writeMultipart } from "./graphql.ts";

/** An uploaded file. */
export interface UploadedFile {
  readonly id: string;
  readonly contentHash: string;
  readonly contentPath: string;
  readonly mediaType: string;
  readonly filename: string | null;
  /** The metadata that the node removed from a picture before it was hashed. */
  readonly removedMetadata: readonly MetadataKind[];
}

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
export function uploadFile(
  file: File,
  { description, keepMetadata = false, onProgress, signal }: UploadOptions,
): Promise<UploadedFile> {
  const input = { type: "FILE", state: "DRAFT", keepMetadata, ...(description && { description }) };
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
  return promise;
}

async function readUploaded(request: XMLHttpRequest): Promise<UploadedFile> {
  return readData<{ createPublication: UploadedFile }>(request.response ?? {}, request).createPublication;
}

const document = /* GraphQL */ `
  mutation UploadFile($input: CreatePublicationInput!) {
    createPublication(input: $input) { id contentHash contentPath mediaType filename removedMetadata }
  }
`;
