import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readSetupCode } from "../packages/node/src/domain/installation/setup-code.ts";
import { startNode, withLocalNodes } from "./local-nodes.ts";

/**
 * Runs the example for people who write clients against two nodes that have no owner yet, on this machine and over HTTPS.
 * It ends as the script does: with 0 when every answer was what it should be.
 */
const script = join(import.meta.dirname, "../examples/from-nothing-with-curl.sh");

await withLocalNodes(["Ada", "Ben"], async (nodes, folder) => {
  const folders = nodes.map(({ environment }) => environment.FREEHOLD_DATA ?? "");
  // So that the files of the codes are there at once: the nodes print them some time after they listen.
  for (const dataDir of folders) await readSetupCode({ config: { dataDir } });
  const [code, friendCode] = folders.map((dataDir) => join(dataDir, "setup-code"));
  await Promise.all(nodes.map(startNode));
  const urls = nodes.map(({ url }) => url);
  const child = spawn(script, [...urls, join(folder, "keys")], {
    env: {
      ...process.env,
      CACERT: nodes[0]?.environment.FREEHOLD_PEER_CA,
      SETUP_CODE_FILE: code,
      FRIEND_CODE_FILE: friendCode,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = (await once(child, "exit")) as [number | null];
  process.exitCode = status ?? 1;
});
