/** What an integration token may be allowed to do. */
export const scopes = [
  "read:timeline",
  "create:publications",
  "update:publications",
  "delete:publications",
  "sign:publications",
  "manage:comments",
  "manage:connections",
  "manage:settings",
] as const;
export type Scope = (typeof scopes)[number];

/** Who calls: anybody, the owner in a session, or a program with a token of the owner's. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "client"; readonly tokenId: string }
  | { readonly kind: "integration"; readonly tokenId: string; readonly scopes: ReadonlySet<Scope> };

/** A reader. */
export const anybody: Caller = { kind: "anonymous" };

/** Who may do something: anybody; the owner alone; or the owner and whoever has this scope. */
export type AccessRule = "public" | "owner" | Scope;

/** Whether a caller may do what the rule is about. */
export function isAllowed(caller: Caller, rule: AccessRule): boolean {
  if (rule === "public" || caller.kind === "client") return true;
  return rule !== "owner" && caller.kind === "integration" && caller.scopes.has(rule);
}
