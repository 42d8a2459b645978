import { Agent, request } from "node:http";

/** What a reader saw. */
export interface Read {
  /** Milliseconds of each request, in order of size. */
  readonly ms: number[];
  /** How many were answered otherwise than 200. */
  readonly refused: number;
}

const [url = "", localAddress = "", ...paths] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function read(path: string): Promise<number> {
  return new Promise((resolve) => {
    const asking = request({ host, port, localAddress, agent, path }, (response) => {
      response.resume().once("close", () => resolve(response.statusCode ?? 0));
    });
    asking.once("error", () => resolve(0)).end();
  });
}

/** Reads one page after the other, as many as ordered. */
process.on("message", async (count: number) => {
  const ms: number[] = [];
  let refused = 0;
  for (let number = 0; number < count; number += 1) {
    const start = performance.now();
    if ((await read(paths[number % paths.length] ?? "/")) === 200) ms.push(performance.now() - start);
    else refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  process.send?.({ ms: ms.sort((a, b) => a - b), refused } satisfies Read);
});
