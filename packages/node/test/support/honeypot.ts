import { type AddressInfo, createServer, type Socket } from "node:net";

/** Something on every address of this machine that nobody is to connect to. */
export interface Honeypot extends AsyncDisposable {
  readonly port: number;
  /** How many did. */
  readonly connections: number;
}

/** Listens on all addresses, those of IPv6 among them, and hangs up. */
export async function openHoneypot(): Promise<Honeypot> {
  let connections = 0;
  const server = createServer((socket: Socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
