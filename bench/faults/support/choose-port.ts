import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to calls that go out: nobody takes one of these while its node is dead. */
const [lowest, highest] = [10_240, 32_000];

/** A port on 127.0.0.1 that is free now and stays so while its node is killed and started again. */
export async function choosePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const server = createServer().listen(port, "127.0.0.1");
    // `once` rejects at an error.
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
