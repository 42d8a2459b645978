import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { type Hash, parseHash } from "@freehold/protocol";
import sharp from "sharp";
import type { Context } from "../../../src/context.ts";
import { scopes } from "../../../src/domain/access/scopes.ts";
import type { Signer } from "../../../src/domain/access/signer.ts";
import {
  createIntegrationToken,
  listTokens,
  makeToken,
  revokeToken,
} from "../../../src/domain/access/tokens.ts";
import { createComment } from "../../../src/domain/comments/create.ts";
import { installNode } from "../../../src/domain/installation/install.ts";
import { readSetupCode } from "../../../src/domain/installation/setup-code.ts";
import { createPublication, type NewPublication } from "../../../src/domain/publications/create.ts";
import { prepareSignature } from "../../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../../src/domain/publications/signing/sign.ts";
import { settingNames } from "../../../src/domain/settings/setting-table.ts";
import { updateSettings } from "../../../src/domain/settings/settings.ts";
import { createWebhook, listWebhooks } from "../../../src/modules/webhooks/webhooks.ts";
import { findOwnProfile } from "../../../src/store/peers/profiles.ts";
import { addToken } from "../../../src/store/tokens.ts";
import { draftMark, type Inventory } from "./inventory.ts";

/** A text that pages show as a picture and a formula. */
const odd = "```mermaid\ngraph LR\nA --> B\n```\n\n$$\n\\frac{1}{2}\n$$";

/** The number of posts of each state in a filled node. */
const wanted = 6;

/**
 * Puts content of every kind and state on a node, and gives fresh credentials out; what requests took away since the last
 * time is put there again. A node that is not to be installed stays as it is.
 */
export async function fillNode(
  context: Context,
  { signer, isInstalled }: { signer: Signer; isInstalled: boolean },
): Promise<Omit<Inventory, "routes">> {
  const url = context.config.url ?? "";
  const nobody = { anonymous: null, reader: null, forged: null, expired: null, program: null };
  const empty = { ids: [], hashes: [], slugs: [], comments: [], tokens: [], webhooks: [], timestamps: [] };
  if (!isInstalled) {
    const credentials = { ...nobody, "owner-cookie": null, "owner-bearer": null };
    const secrets = [await readSetupCode(context)];
    return { isInstalled, url, owner: signer.address, ...empty, credentials, secrets };
  }
  if (!(await findOwnProfile(context.store.db))) await install(context, signer, url);
  await resetSettings(context);
  await publish(context, signer);
  await addWebhook(context);
  const credentials = await makeCredentials(context);
  return {
    isInstalled,
    url,
    owner: signer.address,
    credentials,
    ...(await readValues(context, credentials)),
  };
}

async function install(context: Context, signer: Signer, url: string): Promise<void> {
  const node = {
    avatar: "",
    address: signer.address,
    url,
    title: "Fuzzed",
    description: "A node that is asked odd things.",
  };
  const settings = { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" };
  const timestamp = Math.floor(context.clock.now() / 1000);
  await installNode(context, signer.sign("DATA", { node, settings, timestamp }));
}

async function resetSettings(context: Context): Promise<void> {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, null]));
  // Nobody listens there: mails are tried and wait.
  const mail = {
    mailTransport: "smtp://someone:mail-password-of-the-owner@127.0.0.1:9",
    mailFrom: "ada@example.org",
  };
  await updateSettings(context, { ...defaults, ...mail });
}

async function publish(context: Context, signer: Signer): Promise<void> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  for (const state of ["draft", "local", "signed"] as const) {
    const { count } = await context.store.db
      .selectFrom("publications")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("state", "=", state)
      .where("publisherAddress", "=", signer.address)
      .executeTakeFirstOrThrow();
    for (let number = Number(count); number < wanted; number += 1) {
      await publishOne(context, signer, { state, isFile: number % 3 === 2, picture });
    }
  }
}

async function publishOne(
  context: Context,
  signer: Signer,
  { state, isFile, picture }: { state: "draft" | "local" | "signed"; isFile: boolean; picture: Buffer },
): Promise<void> {
  const name = randomBytes(6).toString("hex");
  const mark = state === "draft" ? `${draftMark}-${name}` : `words-${name}`;
  const text = `# ${mark}\n\nWords of *${mark}* with #tag and @somebody and a [link](https://example.org/).\n\n${odd}\n`;
  // Pictures differ behind their end, where nobody looks.
  const bytes = isFile ? Buffer.concat([picture, Buffer.from(name)]) : Buffer.from(text);
  const fields = isFile
    ? { kind: "FILE" as const, filename: `${mark}.png`, description: `A picture: ${mark}` }
    : { kind: "POST" as const, slug: mark };
  const input: NewPublication = {
    ...fields,
    source: Readable.from([bytes]),
    state: state === "draft" ? "draft" : "local",
  };
  const { id } = await createPublication(context, input);
  if (state !== "signed") return;
  const meaning = await prepareSignature(context, id);
  await signPublication(context, id, signer.sign("StatementOfSource", meaning));
  const author = { authType: "ETHEREUM", authorId: `0x${"ab".repeat(20)}`, authorName: "Bea" } as const;
  await createComment(context, { publicationId: id, body: "Well said.", ...author }, { ip: null }).catch(
    () => {},
  );
}

async function addWebhook(context: Context): Promise<void> {
  if ((await listWebhooks(context)).length > 0) return;
  await createWebhook(context, { url: "https://127.0.0.1:9/hook", events: ["comment.confirmed"] });
}

/** Sessions and tokens, each new; those of before are taken back. */
async function makeCredentials(context: Context): Promise<Inventory["credentials"]> {
  for (const { id } of await listTokens(context)) await revokeToken(context, id).catch(() => {});
  const session = async (lifetimeMs: number) => {
    const { token, record } = await makeToken(context, { kind: "client", label: "", scopes: [], lifetimeMs });
    await context.store.transaction((tx) => addToken(tx, record));
    return token;
  };
  const program = async (...names: readonly string[]) =>
    (await createIntegrationToken(context, { label: "fuzz", scopes: names, expiresInSeconds: null })).token;
  const cookie = await session(86_400_000);
  return {
    anonymous: null,
    "owner-cookie": cookie,
    "owner-bearer": await session(86_400_000),
    program: await program(...scopes),
    reader: await program("read:timeline"),
    forged: cookie,
    expired: await session(-1_000),
  };
}

async function readValues(context: Context, credentials: Inventory["credentials"]) {
  const { db } = context.store;
  const rows = await db
    .selectFrom("publications")
    .select(["id", "contentHash", "slug", "timestamp"])
    .orderBy("id", "desc")
    .limit(60)
    .execute();
  const comments = await db.selectFrom("comments").select("id").orderBy("id", "desc").limit(20).execute();
  const webhooks = await db.selectFrom("webhooks").select(["id", "secret"]).limit(5).execute();
  const tokens = await db.selectFrom("tokens").select("id").limit(10).execute();
  const bearers = Object.values(credentials).filter((token) => token !== null);
  return {
    ids: rows.map(({ id }) => id),
    hashes: rows
      .map(({ contentHash }) => parseHash(contentHash))
      .filter((hash): hash is Hash => hash !== null),
    slugs: rows.map(({ slug }) => slug).filter((slug) => slug !== null),
    timestamps: rows.map(({ timestamp }) => timestamp).filter((timestamp) => timestamp !== null),
    comments: comments.map(({ id }) => id),
    webhooks: webhooks.map(({ id }) => id),
    tokens: tokens.map(({ id }) => id),
    secrets: [draftMark, "mail-password-of-the-owner", ...bearers, ...webhooks.map(({ secret }) => secret)],
  };
}
