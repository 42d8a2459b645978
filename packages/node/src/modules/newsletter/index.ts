import { limit, store } from "../../cli/command.ts";
import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** Posts by mail: readers subscribe and get the posts that the owner sends. */
export const newsletter = defineModule({
  name: "newsletter",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "subscribers",
      summary: "Manage newsletter subscribers",
      usage: "list|add|remove|resume|import|export|bounce|sent|send-rest [TEXT|ADDRESS|FILE|ID|-]",
      argumentCount: [0, 2],
      details:
        "list accepts a part of an address. import reads a CSV file with a column email; without --confirmed, each one " +
        "gets a link to confirm. export writes such a file. bounce reads a bounced email, as your mail server " +
        "passes it to a program; only reports about emails that this node signed count. resume ends the pause of all subscribers " +
        "whose emails bounced, or of those with a text in their address. sent lists the sent posts and why one stopped; " +
        "send-rest sends one, by its ID, to those who did not get it.",
      flags: [
        { name: "state", placeholder: "pending|active|paused", summary: "list: only these." },
        limit,
        { name: "consent", placeholder: "TEXT", summary: "add: when and how the reader agreed." },
        { name: "confirmed", summary: "import: all of them agreed, and you can prove it." },
      ],
      settings: store,
      load: async () => (await import("./subscribers-command.ts")).subscribers,
    },
  ],
});
