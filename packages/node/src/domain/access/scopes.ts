/** Permissions that an integration token may have. */
export const scopes = [
  "read:timeline",
  "draft:publications",
  "propose:publications",
  "create:publications",
  "update:publications",
  "delete:publications",
  "sign:publications",
  "manage:comments",
  "manage:connections",
  "manage:settings",
] as const;
export type Scope = (typeof scopes)[number];
