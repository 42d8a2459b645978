import type { CommandFlag } from "./command.ts";

/** Settings that commands take together: where the data is, the owner's key, and how other nodes are reached. */
export const store = ["data", "database-url"] as const;
export const keys = ["keystore", "keystore-password-file"] as const;
export const network = ["peer-ca", "allow-private-peers", "peer-ports"] as const;
export const progress: CommandFlag = {
  name: "progress",
  summary: "Show progress even where it is no terminal.",
};
