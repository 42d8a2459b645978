import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderGraphql } from "./render-graphql.ts";
import { renderEndpoints, renderExplorer } from "./render-rest.ts";

const rest = `---
editLink: false
---

# REST

What a node answers beside GraphQL: the protocol's endpoints, the same on every node, and a few of its own. Each node describes itself
with OpenAPI 3.1 at \`/api/openapi.json\`; \`/.well-known/api-catalog\` leads there.

<a href="../explorer/index.html" target="_self">Open the API explorer</a>: every endpoint with its parameters, its answers and an example.

`;

/** Writes the pages that are made from the program, into folders of `docs` that git ignores. */
export async function writeReferences(docs: string): Promise<void> {
  const pages = new Map(renderGraphql()).set("rest", `${rest}${await renderEndpoints()}`);
  rmSync(join(docs, "reference"), { recursive: true, force: true });
  for (const [name, text] of pages) write(join(docs, "reference", `${name}.md`), `${text}\n`);
  for (const [path, text] of await renderExplorer()) write(join(docs, "public", path), text);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
