import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay in front of a database server. While it is mute no byte passes, and no connection ends. */
export interface MuteRelay extends AsyncDisposable {
  readonly url: string;
  mute(): void;
  unmute(): void;
}

/** @param databaseUrl the address of the server behind it */
export async function startMuteRelay(databaseUrl: string): Promise<MuteRelay> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isMute = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isMute) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    mute() {
      isMute = true;
      for (const socket of sockets) socket.pause();
    },
    unmute() {
      isMute = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
