import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { askApiAs } from "../../cli/ask-api.ts";
import { type Call, textOf } from "../../cli/command.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { accessLimits } from "../../domain/access/access-limits.ts";
import { checkLabel } from "../../domain/access/tokens.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { toAppError } from "../../errors/errors.ts";
import { type AgentCaller, agentScopes } from "./mcp/agent.ts";
import type { Ask } from "./mcp/ask.ts";
import { readMessages } from "./mcp/read-messages.ts";
import { createAgentServer } from "./mcp/server.ts";

/** `freehold mcp`: serves an agent on this machine by standard input and output, which carry nothing else. */
export async function mcp(call: Call): Promise<void> {
  const label = checkLabel(textOf(call, "label") ?? "freehold mcp", "An agent", accessLimits.labelLength);
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const scopes = agentScopes.filter(
    (scope) => call.flags["read-only"] === undefined || scope.startsWith("read:"),
  );
  // Whoever runs the command reads the data folder; its drafts are known by the label again.
  const agent: AgentCaller = {
    kind: "integration",
    tokenId: `local:${label}`,
    label,
    scopes: new Set(scopes),
  };
  // Calls that still run when the client disconnects fail with the connection.
  let isOver = false;
  const ask: Ask = async (document, ...[variables]) => {
    try {
      return await askApiAs(agent, node, document, variables);
    } catch (error) {
      const known = toAppError(error);
      if (!isOver && (known === null || known.status === null))
        node.log.error({ err: error }, "an agent's call failed");
      throw known?.status == null ? new Error("The node failed.") : known;
    }
  };
  const stop = call.stopSignal();
  const input = Promise.withResolvers<void>();
  process.stdin.once("close", input.resolve);
  stop.addEventListener("abort", () => input.resolve(), { once: true });
  const serving = serveStdio(() => createAgentServer(ask, own, agent), {
    maxSubscriptions: 0,
    transport: new StdioServerTransport(readMessages(process.stdin, process.stdout), process.stdout),
    onerror: (error) => node.log.warn({ err: error }, "a message of an agent could not be served"),
  });
  if (!stop.aborted && !process.stdin.destroyed) await input.promise;
  isOver = true;
  await serving.close();
  process.stdin.pause();
}
