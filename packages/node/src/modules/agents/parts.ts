import type { ModuleParts } from "../../module.ts";
import { findAgentDraft } from "./store.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  services: {
    findDraftProgram: async (db, publicationId) => (await findAgentDraft(db, publicationId))?.tokenId ?? null,
  },
  graphql: () => import("./graphql.ts"),
  routes: async () => {
    const { answerAgents } = await import("./routes.ts");
    const { answerMcp } = await import("./mcp/routes.ts");
    return [answerAgents, answerMcp];
  },
  api: async () => (await import("./mcp/routes.ts")).mcpApi,
};
