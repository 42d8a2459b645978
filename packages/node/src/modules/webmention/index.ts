import { defineModule } from "../../module.ts";

/** Telling others of posts: pages that they link to (Webmention), subscribers of feeds (WebSub), search engines (IndexNow). */
export const webmention = defineModule({
  name: "webmention",
  load: async () => (await import("./parts.ts")).parts,
});
