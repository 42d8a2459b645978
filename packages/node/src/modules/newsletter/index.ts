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
      summary: "List, add, remove, import and export readers by mail",
      usage: "list|add|remove|resume|import|export|bounce|sent|send-rest [TEXT|ADDRESS|FILE|ID|-]",
      argumentCount: [0, 2],
      details:
        "list takes a part of an address. import reads a table (CSV) with a column email; without --confirmed each one " +
        "gets a link to confirm. export writes such a table. bounce takes a mail that came back, as your mail server " +
        "hands it to a program; it believes only reports about mails that this node signed. resume ends the pause of all readers " +
        "whose mails came back, or of those with a text in their address. sent lists the posts that went out and why one stopped; " +
        "send-rest takes its ID and sends it to those who lack it.",
      flags: [
        { name: "state", placeholder: "pending|active|paused", summary: "list: only these." },
        limit,
        { name: "consent", placeholder: "TEXT", summary: "add: when and how the reader agreed." },
        { name: "confirmed", summary: "import: all of them agreed, and you can show it." },
      ],
      settings: store,
      load: async () => (await import("./subscribers-command.ts")).subscribers,
    },
  ],
});
