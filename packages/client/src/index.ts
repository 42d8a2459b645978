export { type ApiErrorEntry, type FailureCode, FreeholdError } from "./api-error.ts";
export {
  type CallArguments,
  type CallOptions,
  FreeholdClient,
  type FreeholdClientOptions,
} from "./client.ts";
export type { ApiErrorCode } from "./generated/error-codes.ts";
export {
  type Accepted,
  graphql,
  type ReplyOf,
  type TypedDocument,
  textOfDocument,
  type VariablesArgument,
  type VariablesOf,
} from "./graphql.ts";
