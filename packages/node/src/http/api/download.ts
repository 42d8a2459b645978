import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { OpenDownload } from "../../domain/files/download.ts";

/** A file that the node creates for its owner. */
export interface Download {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Its name in the log. */
  readonly what: string;
  readonly mediaType: string;
  /** Whether it holds what readers don't see. */
  isPrivate(request: Pick<Asked, "query">): boolean;
  /**
   * Creates it. Rejects with the signal's reason when the client leaves.
   *
   * @returns the file; or what is `prepared` for it, which the client gets as JSON with 201
   */
  open(
    ctx: Context,
    request: Asked,
    signal: AbortSignal,
  ): Promise<OpenDownload | { readonly prepared: object }>;
}

/** The parts of a request that select what to create. */
export type Asked = Pick<FastifyRequest, "query" | "body">;
