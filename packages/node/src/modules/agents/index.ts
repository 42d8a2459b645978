import { limit, store } from "../../cli/command.ts";
import { program } from "../../config/program.ts";
import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** AI agents and other programs that read, write drafts, and propose them to the owner. */
export const agents = defineModule({
  name: "agents",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "proposals",
      summary: "List, show and decline the drafts that programs propose",
      usage: "[list|show|decline] [ID]",
      argumentCount: [0, 2],
      details:
        `Programs with a token, and agents of ${program} mcp, write drafts and propose them. Publish one from the ` +
        `dashboard, or with ${program} sign and the hash that show prints, which signs these bytes and no others. A declined one stays as a draft until you delete it.`,
      flags: [limit, { name: "reason", placeholder: "TEXT", summary: "decline: why; the program reads it." }],
      settings: store,
      load: async () => (await import("./proposals-command.ts")).proposals,
    },
    {
      name: "mcp",
      summary: "Let an AI agent on this machine read, write drafts and propose them",
      details:
        "Serves the Model Context Protocol on standard input and output; a program for agents starts it. The agent reads what " +
        "you published and your timeline, writes drafts of its own, and proposes them. It can't publish, sign, delete or change " +
        `anything. You find proposals in the dashboard and with ${program} proposals.`,
      flags: [
        {
          name: "label",
          placeholder: "TEXT",
          summary: "The agent's name in your proposals; it sees the drafts of this name again.",
        },
        { name: "read-only", summary: "No drafts: the agent only reads." },
      ],
      settings: [...store, "max-content-bytes"],
      load: async () => (await import("./mcp-command.ts")).mcp,
    },
  ],
});
