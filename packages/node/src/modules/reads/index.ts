import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** How often posts are read: a count for each post and day, made of the node's own answers, and nothing about readers. */
export const reads = defineModule({
  name: "reads",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
});
