import { text } from "node:stream/consumers";

/**
 * Prints one value of the JSON on standard input, for machines without jq.
 *
 *     json.ts value a.b.0 <JSON     prints it as JSON on one line, for the next request
 *     json.ts text a.b.0 <JSON      prints a text as it is, and anything else as JSON
 *
 * It fails if there is nothing at that path, so that a script does not continue without the value.
 */
const [action = "", path = ""] = process.argv.slice(2);
const json = await text(process.stdin);
const value = path.split(".").reduce(step, JSON.parse(json) as unknown);
if (value === undefined || !["value", "text"].includes(action)) {
  process.stderr.write(`There is no ${path} in ${json}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${action === "text" && typeof value === "string" ? value : JSON.stringify(value)}\n`);
}

function step(parent: unknown, name: string): unknown {
  const hasName = typeof parent === "object" && parent !== null && Object.hasOwn(parent, name);
  return hasName ? (parent as Record<string, unknown>)[name] : undefined;
}
