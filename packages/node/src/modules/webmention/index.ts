import { defineModule } from "../../module.ts";
import { tables } from "./tables.ts";

/** Telling others of posts: pages that they link to (Webmention), subscribers of feeds (WebSub), search engines (IndexNow). */
export const webmention = defineModule({
  name: "webmention",
  tables,
  load: async () => (await import("./parts.ts")).parts,
});
