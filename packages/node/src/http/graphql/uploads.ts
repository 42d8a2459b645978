import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../errors/errors.ts";
import { Upload } from "../../graphql/builder.ts";
import { limits } from "../limits.ts";
import { bad, isMap, type Parameters, parseJson, readParameters } from "./body.ts";

/** A request with a file, whose bytes come while it is carried out. */
export interface MultipartRequest {
  readonly parameters: Parameters;
  /** To be called when it was carried out: what nobody read is thrown away. */
  finish(): void;
}

/**
 * Reads a request by the GraphQL multipart request specification: `operations`, then `map`, then one file. The file is not
 * kept anywhere on its way; what is too large is refused, and never cut.
 *
 * @param maxFileBytes beyond which reading the file fails with AppError TOO_LARGE
 * @throws AppError BAD_REQUEST, TOO_LARGE
 */
export async function readMultipart(
  { headers, payload }: { headers: IncomingHttpHeaders; payload: Readable },
  maxFileBytes: number,
): Promise<MultipartRequest> {
  const length = Number(headers["content-length"] ?? 0);
  if (length > maxFileBytes + 2 * limits.graphqlBytes)
    throw new AppError("TOO_LARGE", tooLarge(maxFileBytes));
  const form = openForm(headers, maxFileBytes);
  const parts = new FormParts();
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
        else parts.keep(name, value);
      });
      form.on("file", (name, stream, filename, _encoding, mediaType) => {
        file = stream;
        // The reader of the stream gets the error. Without a reader nobody needs it.
        stream.on("error", () => {});
        stream.on("limit", () => stream.destroy(new AppError("TOO_LARGE", tooLarge(maxFileBytes))));
        try {
          const upload = new Upload({ filename: filename || null, mediaType, source: stream });
          resolve(parts.putFile(name, upload));
        } catch (error) {
          reject(error);
        }
      });
      form.on("error", () => fail(bad("The body is no multipart form.")));
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

function openForm(headers: IncomingHttpHeaders, maxFileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits: {
        fieldNameSize: limits.uploadFieldNameBytes,
        fieldSize: limits.graphqlBytes,
        fields: 2,
        files: 1,
        parts: 3,
        fileSize: maxFileBytes,
        headerPairs: limits.uploadPartHeaders,
        headerSize: limits.headerBytes,
      },
    });
  } catch {
    throw bad("The body is no multipart form.");
  }
}

class FormParts {
  private readonly fields = new Map<string, string>();

  keep(name: string, value: string): void {
    this.fields.set(name, value);
  }

  /** Puts the file where the map says. */
  putFile(name: string, file: Upload): Parameters {
    const operations = this.read("operations");
    const map = this.read("map");
    if (Array.isArray(operations)) return readParameters(operations);
    const places = isMap(map) ? Object.entries(map) : [];
    const [key, paths] = places[0] ?? [];
    if (places.length !== 1 || key !== name || !Array.isArray(paths) || paths.length !== 1) {
      throw bad("`map` must name the one file of the request and its one place in the variables.");
    }
    put(operations, String(paths[0]).split("."), file);
    return readParameters(operations);
  }

  private read(name: string): unknown {
    const text = this.fields.get(name);
    if (text === undefined) throw bad("`operations` and `map` must come before the file.");
    return parseJson(new TextEncoder().encode(text));
  }
}

function put(operations: unknown, [first, ...path]: string[], file: Upload): void {
  const last = path.pop();
  let place: unknown = first === "variables" && isMap(operations) ? operations.variables : undefined;
  for (const step of path) place = isMap(place) && Object.hasOwn(place, step) ? place[step] : undefined;
  if (last === undefined || !isMap(place) || !Object.hasOwn(place, last) || place[last] !== null) {
    throw bad("`map` names a place in the variables that is not there, or not null.");
  }
  place[last] = file;
}

/**
 * Lets the client send the rest, for a while, so that it reads the answer and not an error of its connection.
 *
 * @param most bytes
 */
export function drain(payload: Readable, most: number = Number.POSITIVE_INFINITY): void {
  if (payload.readableEnded || payload.destroyed) return;
  let size = 0;
  payload.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > most) payload.destroy();
  });
  payload.resume();
  const timer = setTimeout(() => payload.destroy(), limits.drainingMs).unref();
  payload.once("close", () => clearTimeout(timer));
  payload.once("end", () => clearTimeout(timer));
}

function tooLarge(maxBytes: number): string {
  return `This is larger than the limit of ${maxBytes} bytes.`;
}

/** Where GraphQL is asked. */
export const graphqlPath = "/api/graphql";

/** Whether a request brings a file, which may take its time. */
export function isGraphqlUpload({ headers, url }: Pick<FastifyRequest, "headers" | "url">): boolean {
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  return isForm && url.split("?", 1)[0] === graphqlPath;
}
