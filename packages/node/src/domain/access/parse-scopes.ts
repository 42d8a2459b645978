import { type Scope, scopes } from "./caller.ts";

/** The scopes among these names, each once, in the order of the table; other names are left out. */
export function parseScopes(names: readonly string[]): Scope[] {
  return scopes.filter((scope) => names.includes(scope));
}
