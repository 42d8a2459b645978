import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startNode, withLocalNodes } from "./local-nodes.ts";

/**
 * Runs the example for people who write clients against two nodes that have no owner yet, on this machine and over HTTPS.
 * It ends as the script does: with 0 when every answer was what it should be.
 */
const script = join(import.meta.dirname, "../examples/from-nothing-with-curl.sh");

await withLocalNodes(["Ada", "Ben"], async (nodes, folder) => {
  await Promise.all(nodes.map(startNode));
  const urls = nodes.map(({ url }) => url);
  const child = spawn(script, [...urls, join(folder, "keys")], {
    env: { ...process.env, CACERT: nodes[0]?.environment.FREEHOLD_PEER_CA },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
});
