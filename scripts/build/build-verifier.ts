import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const web = join(import.meta.dirname, "../../packages/web");
const source = join(web, "src/verifier");
const folder = join(web, "dist");

/**
 * Builds what checks an export without Freehold and without a network: `verify.html`, a page with everything in it, and
 * `verify.mjs` for Node.
 */
async function main(): Promise<void> {
  writeFileSync(join(folder, "verify.mjs"), await bundle("in-node.ts", "esm"));
  const script = (await bundle("in-browser.ts", "iife")).replaceAll("</script", "<\\/script");
  const style = readFileSync(join(source, "verify.css"), "utf8");
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  // Nothing is loaded, and nothing is sent.
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;
  const parts = { "default-src 'none'": policy, "/* style */": style, "/* script */": script };
  let page = readFileSync(join(source, "verify.html"), "utf8");
  for (const [mark, text] of Object.entries(parts)) {
    if (!page.includes(mark)) throw new Error(`verify.html has lost its mark: ${mark}`);
    page = page.replace(mark, () => text);
  }
  writeFileSync(join(folder, "verify.html"), page);
}

async function bundle(entry: string, format: "esm" | "iife"): Promise<string> {
  await using built = await rolldown({
    cwd: web,
    input: join(source, entry),
    // Also in Node it takes the code that needs neither packages nor native libraries.
    platform: "browser",
    resolve: { conditionNames: ["browser", "import", "default"] },
    external: /^node:/,
    transform: { target: "es2023" },
  });
  const { output } = await built.generate({ format, minify: true, comments: { legal: true } });
  const [{ code }, ...others] = output;
  if (others.length > 0) throw new Error(`${entry} is more than one file.`);
  return code;
}

await main();
