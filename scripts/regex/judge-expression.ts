import { createRequire } from "node:module";

/** Whether the time of a regular expression grows with the length of the text that it looks through, and no faster. */
export type Judgement = { readonly isLinear: true } | { readonly isLinear: false; readonly why: string };

type Check = typeof import("recheck").checkSync;
type Attack = Extract<ReturnType<Check>, { status: "vulnerable" }>["attack"];

// The build for browsers is the whole of it in JavaScript: no Java, no program for one processor, and always the same result.
const { checkSync } = createRequire(import.meta.url)("recheck/lib/browser.js") as { checkSync: Check };

const longestMs = 60_000;

/**
 * recheck finds texts that take many steps in its own machine, which is not V8: it looks through a text again where V8 sees by
 * one look behind that nothing begins there. So each text that it finds is tried here, longer and longer.
 *
 * @param flags those of JavaScript; sets of `v` are known, as far as one is in another
 */
export function judgeExpression(source: string, flags: string): Judgement {
  const { status, ...result } = checkSync(withoutSets(source, flags), flags.replace("v", "u"), {
    timeout: longestMs,
  });
  if (status === "safe") return { isLinear: true };
  if (status === "unknown") return { isLinear: false, why: `not judged: ${JSON.stringify(result)}` };
  const { complexity, attack } = result as Extract<ReturnType<Check>, { status: "vulnerable" }>;
  const isSlow = complexity.type !== "polynomial" || isSlowFor(new RegExp(source, flags), attack);
  if (!isSlow) return { isLinear: true };
  return { isLinear: false, why: `${complexity.summary}, as for ${attack.pattern.slice(0, 120)}` };
}

/** Milliseconds of processor time: a linear one needs one or two for the longest text, a quadratic one hundreds. */
const bearableMs = 40;
const longestText = 160_000;

function isSlowFor(expression: RegExp, { pumps, suffix }: Attack): boolean {
  for (let length = 1_000; length <= longestText; length *= 2) {
    const text =
      pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / pump.length))).join("") +
      suffix;
    const since = process.cpuUsage();
    text.replace(expression, "");
    const { user, system } = process.cpuUsage(since);
    if ((user + system) / 1_000 > bearableMs) return true;
  }
  return false;
}

/**
 * Differences and intersections of sets, as the flag `v` has them, in the words of `u`: `[a--[b]]` is `(?![b])[a]`, and
 * `[a&&[b]]` is `(?=[b])[a]`.
 */
function withoutSets(source: string, flags: string): string {
  if (!flags.includes("v")) return source;
  const flat = (set: string) => set.replace(/(?<!\\)[[\]]/g, "");
  return source.replace(/\[((?:\[(?:\\.|[^[\]\\])*\]|\\.|[^[\]\\])*)\]/g, (_, inside: string) => {
    const [wanted = "", others] = inside.split(/--|&&/);
    if (others === undefined) return `[${flat(inside)}]`;
    return `(?:(?${inside.includes("--") ? "!" : "="}[${flat(others)}])[${flat(wanted)}])`;
  });
}
