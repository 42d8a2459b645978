import type { RequestErrorCode } from "../../graphql/request-error.ts";

/** What a request to the application that is refused as a whole is answered with. */
export const requestStatuses: Record<RequestErrorCode, number> = {
  BAD_REQUEST: 400,
  TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  TOO_LARGE: 413,
};
