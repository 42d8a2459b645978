import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Address,
  addressOfPrivateKey,
  type Meanings,
  type MessageKind,
  PeerError,
  recoverPublicKey,
  signDigestWith,
  signEnvelope,
} from "@freehold/protocol";
import type { FastifyInstance } from "fastify";
import { readConfig } from "../../src/config/config.ts";
import type { Context } from "../../src/context.ts";
import { createEvents } from "../../src/context.ts";
import { installNode } from "../../src/domain/installation/install.ts";
import { addressesOfConfig } from "../../src/domain/profile/own-addresses.ts";
import { createOwner } from "../../src/domain/profile/owner.ts";
import { createPublication, type NewPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { createVisitors } from "../../src/domain/visitors.ts";
import { createServer, type ServerOptions } from "../../src/http/server.ts";
import { createLimiter } from "../../src/limiter/limiter.ts";
import { openBlobs } from "../../src/startup/open-blobs.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { handleModuleEvents } from "./module-events.ts";
import { sharedForeign } from "./shared-foreign.ts";
import { placeSqliteTables } from "./sqlite-tables.ts";
import { createWallet, type Wallet } from "./wallet.ts";

export interface HttpNodeOptions extends ServerOptions {
  install?: boolean;
  title?: string;
  description?: string;
  /** A data URI. */
  avatar?: string;
  settings?: Record<string, string>;
  /** How long a transaction that writes waits for another process's lock on SQLite. */
  busyMs?: number;
}

/** A node's server over a real database and real files, without the other nodes: nobody can be reached. */
export interface HttpNode extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly ctx: Context;
  /** The owner's. */
  readonly address: Address;
  /** The owner's, as a browser has it. */
  readonly wallet: Wallet;
  /** The logged lines: level, fields and sentence. */
  readonly lines: { level: string; fields: Record<string, unknown>; sentence: string }[];
  /** Listens on a free port of this machine. @returns the port */
  listen(): Promise<number>;
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K]): ReturnType<typeof signEnvelope>;
  /** A publication of the owner's with exactly these bytes, signed unless its state is given. */
  publish(content: string | Uint8Array, about?: Partial<NewPublication>): Promise<Publication>;
}

export async function openHttpNode(options: HttpNodeOptions = {}): Promise<HttpNode> {
  const {
    install = true,
    title = "Ada",
    description = "",
    avatar = "",
    settings = {},
    busyMs,
    ...server
  } = options;
  await using resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-http-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ FREEHOLD_DATA: dataDir, FREEHOLD_RATE_LIMIT: "0", ...settings });
  await placeSqliteTables(dataDir);
  const store = resources.use(await openStore({ ...config, ...(busyMs !== undefined && { busyMs }) }));
  handleModuleEvents(store);
  // The settings may name another folder, or PostgreSQL.
  await migrate(store);
  const lines: HttpNode["lines"] = [];
  const note = (level: string) => (fields: object, sentence: string) => {
    lines.push({ level, fields: { ...fields }, sentence });
  };
  const log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const unreachable = () => {
    throw new PeerError("unreachable", "There is no network in this test.");
  };
  const events = createEvents();
  const ctx: Context = {
    config,
    store,
    owner: createOwner(store, addressesOfConfig(config)),
    ...openBlobs(config, store, log, events),
    clock: Date,
    log,
    peers: { at: unreachable, send: async () => unreachable(), close: async () => {} },
    foreign: sharedForeign,
    recover: recoverPublicKey,
    events,
    visitors: createVisitors(Date),
    limiter: createLimiter(config, server.now),
    unlockSigner: async () => null,
  };
  const key = randomBytes(32);
  const address = addressOfPrivateKey(key);
  const sign: HttpNode["sign"] = (kind, meaning) => signEnvelope(kind, meaning, signDigestWith(key));
  if (install) {
    const node = { avatar, address, url: "https://ada.example", title, description };
    const given = { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" };
    await installNode(ctx, sign("DATA", { node, settings: given, timestamp: Math.floor(Date.now() / 1000) }));
  }
  const app = await createServer(ctx, server);
  resources.defer(async () => app.close());
  const owned = resources.move();
  return {
    app,
    ctx,
    address,
    wallet: createWallet(key),
    lines,
    sign,
    async listen() {
      await app.listen({ port: 0, host: "127.0.0.1" });
      return (app.server.address() as AddressInfo).port;
    },
    async publish(content, about = {}) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const kind = typeof content === "string" ? "POST" : "FILE";
      const source = (async function* () {
        yield bytes;
      })();
      const made = await createPublication(ctx, {
        kind,
        state: "draft",
        source,
        keepMetadata: true,
        ...about,
      });
      if (about.state !== undefined) return made;
      const meaning = await prepareSignature(ctx, made.id);
      return (await signPublication(ctx, made.id, sign("StatementOfSource", meaning))).publication;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
