export { type ApiErrorEntry, type FailureCode, FreeholdError } from "./api-error.ts";
export {
  type CallOptions,
  FreeholdClient,
  type FreeholdClientOptions,
  type ListName,
  type ListSelection,
} from "./client.ts";
export type * from "./generated/types.ts";
export type { Field, Result, Selection } from "./selection.ts";
