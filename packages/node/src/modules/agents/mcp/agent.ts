import type { Caller } from "../../../domain/access/callers.ts";
import type { Scope } from "../../../domain/access/scopes.ts";

/** The scopes that mean something to an agent; all others of its token are left aside. */
export const agentScopes = [
  "read:timeline",
  "draft:publications",
  "propose:publications",
] as const satisfies readonly Scope[];

export type AgentCaller = Extract<Caller, { kind: "integration" }>;

/** The same program with the rights of an agent only: it can't publish, sign, delete or change anything of the owner. */
export function toAgentCaller(caller: AgentCaller): AgentCaller {
  return { ...caller, scopes: new Set(agentScopes.filter((scope) => caller.scopes.has(scope))) };
}
