import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { AppError, msg } from "../../errors/errors.ts";
import { Upload } from "../../graphql/builder.ts";
import { limits } from "../limits.ts";
import { bad, drain, isMap, type Parameters, parseJson, readParameters } from "./body.ts";

const uploadFieldNameBytes = 100; // the name of a field beside a file
const uploadPartHeaders = 20; // headers of one part of an upload

/**
 * Reads a request by the GraphQL multipart request specification: `operations`, then `map`, then one file. The operation
 * reads the file while it arrives. A file that is too large is refused, never cut.
 *
 * @param file.maxFileBytes beyond which reading the file fails with AppError TOO_LARGE
 * @param file.checkSender called when the whole file was read, before its reader hears of the end; the reader gets its
 *   error
 * @returns `finish` must be called after the operation: it discards unread bytes
 * @throws AppError BAD_REQUEST, TOO_LARGE
 */
export async function readMultipart(
  { headers, payload }: { headers: IncomingHttpHeaders; payload: Readable },
  { maxFileBytes, checkSender }: { maxFileBytes: number; checkSender: () => Promise<void> },
): Promise<{ parameters: Parameters; finish: () => void }> {
  const length = Number(headers["content-length"] ?? 0);
  if (length > maxFileBytes + 2 * limits.graphqlBytes) throw tooLarge(maxFileBytes);
  const form = openForm(headers, maxFileBytes);
  const fields = new Map<string, string>();
  let file: BusboyFileStream | null = null;
  const finish = () => {
    payload.unpipe(form);
    file?.destroy();
    drain(payload);
  };
  try {
    const parameters = await new Promise<Parameters>((resolve, reject) => {
      const fail = (error: Error) => {
        file?.destroy(error);
        reject(error);
      };
      form.on("field", (name, value, _cutName, isCut) => {
        if (isCut) fail(bad(`\`${name}\` is too long.`));
        else fields.set(name, value);
      });
      form.on("file", (name, stream, filename, _encoding, mediaType) => {
        file = stream;
        // The reader of the stream gets the error. Without a reader nobody needs it.
        stream.on("error", () => {});
        stream.on("limit", () => stream.destroy(tooLarge(maxFileBytes)));
        try {
          const source = readThen(stream, checkSender);
          const upload = new Upload({ filename: filename || null, mediaType, source });
          resolve(putFile(fields, name, upload));
        } catch (error) {
          reject(error);
        }
      });
      form.on("error", () => fail(bad("The body is not a multipart form.")));
      form.on("finish", () => reject(bad("There is no file in this form.")));
      payload.once("close", () => {
        if (!payload.readableEnded) fail(bad("The body ended too early."));
      });
      payload.pipe(form);
    });
    return { parameters, finish };
  } catch (error) {
    payload.unpipe(form);
    throw error;
  }
}

async function* readThen(
  source: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield* source;
  await check();
}

function openForm(headers: IncomingHttpHeaders, maxFileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: {
        fieldNameSize: uploadFieldNameBytes,
        fieldSize: limits.uploadFieldBytes,
        fields: 2,
        files: 1,
        parts: 3,
        fileSize: maxFileBytes,
        headerPairs: uploadPartHeaders,
        headerSize: limits.headerBytes,
      },
    });
  } catch {
    throw bad("The body is not a multipart form.");
  }
}

/** @returns the operation, with the file at the position that `map` gives */
function putFile(fields: ReadonlyMap<string, string>, name: string, file: Upload): Parameters {
  const [operations, map] = ["operations", "map"].map((field) => {
    const text = fields.get(field);
    if (text === undefined) throw bad("`operations` and `map` must come before the file.");
    return parseJson(new TextEncoder().encode(text));
  });
  if (Array.isArray(operations)) return readParameters(operations);
  const entries = isMap(map) ? Object.entries(map) : [];
  const [key, paths] = entries[0] ?? [];
  if (entries.length !== 1 || key !== name || !Array.isArray(paths) || paths.length !== 1) {
    throw bad("`map` must name the one file of the request and its one position in the variables.");
  }
  put(operations, String(paths[0]).split("."), file);
  return readParameters(operations);
}

function put(operations: unknown, [first, ...path]: string[], file: Upload): void {
  const last = path.pop();
  let target: unknown = first === "variables" && isMap(operations) ? operations.variables : undefined;
  for (const step of path) target = isMap(target) && Object.hasOwn(target, step) ? target[step] : undefined;
  if (last === undefined || !isMap(target) || !Object.hasOwn(target, last) || target[last] !== null) {
    throw bad("`map` names a position in the variables that is missing, or not null.");
  }
  target[last] = file;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError("TOO_LARGE", msg`This is larger than the limit of ${maxBytes} bytes.`, { maxBytes });
}
