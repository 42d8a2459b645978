import { isIPv6 } from "node:net";
import type { NameResolver } from "../../src/peers/resolve-name.ts";

/** The network's edge in tests: what name servers would answer, one answer after the other, the last one for ever. */
export function stubResolver(...answers: readonly (readonly string[])[]): NameResolver & { asked(): number } {
  let asked = 0;
  return {
    async resolve() {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return answer.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    },
    cancel() {},
    asked: () => asked,
  };
}
