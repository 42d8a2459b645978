import { expect, it } from "vitest";
import { type AgentCaller, agentScopes, toAgentCaller } from "./agent.ts";

const callerWith = (...scopes: string[]) =>
  ({
    kind: "integration",
    tokenId: "t",
    label: "a program",
    scopes: new Set(scopes),
  }) as unknown as AgentCaller;

it("leaves a program the rights of an agent, whatever else its token may do", () => {
  const powerful = callerWith(...agentScopes, "create:publications", "sign:publications", "manage:settings");
  expect(toAgentCaller(powerful).scopes).toEqual(new Set(agentScopes));
  expect(powerful.scopes.size).toBe(agentScopes.length + 3);
});

it("gives a program no right that its token has not", () => {
  expect(toAgentCaller(callerWith("read:timeline", "create:publications")).scopes).toEqual(
    new Set(["read:timeline"]),
  );
});
