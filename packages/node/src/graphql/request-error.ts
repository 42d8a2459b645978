import { GraphQLError } from "graphql";

/** Why a request is not carried out at all. */
export type RequestErrorCode = "BAD_REQUEST" | "TOO_COMPLEX" | "UNAUTHENTICATED" | "FORBIDDEN" | "TOO_LARGE";

/** A refusal of the whole request, before any field of it is resolved; its answer has no `data`. */
export class RequestError extends GraphQLError {
  readonly code: RequestErrorCode;

  constructor(code: RequestErrorCode, message: string) {
    super(message, { extensions: { code } });
    this.code = code;
  }
}
