import { ApiError } from "./graphql.ts";

/** An uploaded file. */
export interface UploadedFile {
  readonly id: string;
  readonly contentHash: string;
  readonly contentPath: string;
  readonly mediaType: string;
  readonly filename: string | null;
}

export interface UploadOptions {
  /** The text alternative; empty for none. */
  readonly description: string;
  /** Receives the uploaded share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a file as a draft, by the GraphQL multipart request specification. It uses XMLHttpRequest, since fetch reports
 * no upload progress.
 *
 * @throws ApiError; a DOMException AbortError when it is cancelled
 */
export function uploadFile(file: File, options: UploadOptions): Promise<UploadedFile> {
  const { description, onProgress, signal } = options;
  const input = { type: "FILE", state: "DRAFT", file: null, ...(description && { description }) };
  const form = new FormData();
  form.append("operations", JSON.stringify({ query: document, variables: { input } }));
  form.append("map", JSON.stringify({ file: ["variables.input.file"] }));
  form.append("file", file, file.name);
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open("POST", "/api/graphql");
  request.responseType = "json";
  request.setRequestHeader("accept", "application/graphql-response+json");
  request.setRequestHeader("graphql-require-preflight", "1");
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => settle(request, resolve, reject);
  request.onerror = () => reject(new ApiError("OFFLINE", "The node does not answer."));
  request.onabort = () => reject(new DOMException("Called off.", "AbortError"));
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send(form);
  return promise;
}

interface Reply {
  readonly data?: { readonly createPublication: UploadedFile | null } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

function settle(
  { status, statusText, response }: XMLHttpRequest,
  resolve: (file: UploadedFile) => void,
  reject: (error: ApiError) => void,
): void {
  const { data, errors = [] } = (response ?? {}) as Reply;
  const [error] = errors;
  if (data?.createPublication && !error) resolve(data.createPublication);
  else reject(new ApiError(error?.extensions?.code ?? `HTTP_${status}`, error?.message ?? statusText));
}

const document = /* GraphQL */ `
  mutation UploadFile($input: CreatePublicationInput!) {
    createPublication(input: $input) { id contentHash contentPath mediaType filename }
  }
`;
