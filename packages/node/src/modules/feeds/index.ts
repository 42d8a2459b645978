import { store } from "../../cli/command.ts";
import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** Feeds of other sites that the owner reads: RSS, Atom, JSON Feed and OPML; the reading position, and texts to read later. */
export const feeds = defineModule({
  name: "feeds",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "feeds",
      summary: "List the feeds that you read, or import and export them",
      usage: "[list|import FILE|export]",
      argumentCount: [0, 2],
      details:
        "import reads an OPML file; export prints one, with the followed nodes by the feeds of their sites.",
      settings: store,
      load: async () => (await import("./feeds-command.ts")).feeds,
    },
  ],
});
