import { operation, page, simple } from "../../http/prices.ts";
import type { ModuleParts } from "../../module.ts";
import { agentLimits } from "./limits.ts";
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
  prices: {
    "GET /llms.txt": page,
    "GET /SKILL.md": page,
    "GET /.well-known/agent-skills/freehold-node/SKILL.md": page,
    "GET /.well-known/agent-skills/index.json": page,
    "POST /mcp": { ...operation, body: agentLimits.messageBytes },
    "GET /mcp": simple,
  },
};
