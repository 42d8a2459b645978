import { contentHash, type Envelope } from "@freehold/protocol";
import { captureStreams } from "../../src/cli/captured-terminal.ts";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { deliverConnection } from "../../src/domain/connections/deliver-connection.ts";
import { locateNode } from "../../src/domain/connections/locate-node.ts";
import { requireOneHome } from "../../src/domain/connections/require-one-home.ts";
import { verifyNodeIdentity } from "../../src/domain/connections/verify-node-identity.ts";
import { askForCall } from "../../src/domain/diagnosis/ask-for-call.ts";
import { sendProbe } from "../../src/domain/diagnosis/send-probe.ts";
import { callOut } from "../../src/domain/errands/call-out.ts";
import { deliverProfileUpdate } from "../../src/domain/profile/deliver-profile-update.ts";
import { createPictureKeeper } from "../../src/domain/profile/keep-peer-picture.ts";
import { countPeerPublications, readPeerPicture } from "../../src/domain/profile/look-at-peer.ts";
import { refreshPeerProfile } from "../../src/domain/profile/refresh-peer-profile.ts";
import { saveSignedUpdate } from "../../src/domain/profile/signed-update.ts";
import { deliverPublication } from "../../src/domain/publications/deliver-publication.ts";
import { catchUp } from "../../src/domain/replication/catch-up.ts";
import { fetchContent } from "../../src/domain/replication/fetch-content.ts";
import { verifyAtNode } from "../../src/domain/verification/verify-at-node.ts";
import { checkMailServer } from "../../src/mail/check-mail-server.ts";
import { parseMailTransport } from "../../src/mail/mail-transport.ts";
import { sendMail } from "../../src/mail/send-mail.ts";
import { createNetworkProbe } from "../../src/peers/network-probe.ts";
import { deleteConnection } from "../../src/store/connections.ts";
import type { OutboxEntry } from "../../src/store/outbox.ts";
import type { OutboxKind } from "../../src/store/tables/queues.ts";
import { type CallDesk, now } from "./call-desk.ts";

function entryOf(
  desk: CallDesk,
  kind: OutboxKind,
  subject: string,
  payload: Envelope | null = null,
): OutboxEntry {
  return {
    id: 1,
    kind,
    peerAddress: desk.stranger.address,
    subject,
    payload: payload && JSON.stringify(payload),
    state: "pending",
    attempts: 0,
    nextTryAt: 0,
    claimedBy: null,
    createdAt: 0,
    expiresAt: Date.now() + 10 ** 9,
    finishedAt: null,
    lastError: null,
  };
}

async function end(desk: CallDesk, url: string) {
  const followeeAddress = await desk.know(url);
  const pair = { followerAddress: desk.ada.signer.address, followeeAddress };
  await desk.context().store.transaction((tx) => deleteConnection(tx, pair.followerAddress, followeeAddress));
  const envelope = desk.ada.signer.sign("DestroyConnection", { ...pair, timestamp: now() });
  return await deliverConnection(desk.context(), entryOf(desk, "connection.destroy", "end", envelope));
}

async function follow(desk: CallDesk, url: string) {
  const followeeAddress = await desk.know(url);
  const followerAddress = desk.ada.signer.address;
  await desk.context().store.transaction((tx) => deleteConnection(tx, followerAddress, followeeAddress));
  const pair = { followerAddress, followerUrl: desk.ada.url, followeeAddress, followeeUrl: url };
  const envelope = desk.ada.signer.sign("CreateConnection", { ...pair, timestamp: now() });
  return await deliverConnection(desk.context(), entryOf(desk, "connection.create", "follow", envelope));
}

async function tellOfProfile(desk: CallDesk, url: string) {
  await desk.know(url);
  const timestamp = now();
  const own = { ownerAddress: desk.ada.signer.address, url: desk.ada.url, title: "Ada", description: "" };
  const envelope = desk.ada.signer.sign("NodeProfileUpdate", { ...own, timestamp });
  const { store } = desk.context();
  await store.transaction((tx) => saveSignedUpdate(tx, { baseline: envelope, reference: null }));
  return await deliverProfileUpdate(desk.context(), entryOf(desk, "profile.update", String(timestamp)));
}

async function verifyByCommand(desk: CallDesk, target: string) {
  const streams = captureStreams();
  const flags = ["--data", desk.ada.config.dataDir];
  await runCommandLine(["verify", target, ...flags], streams, () => new AbortController().signal);
  return streams.text.out + streams.text.err;
}

const emptyHash = contentHash(new Uint8Array());
const mail = (desk: CallDesk, host: string) => {
  const transport = parseMailTransport(`smtp://${host}:${desk.trap.port}`);
  if (!transport) throw new Error("This is no https or mail address: can't be used.");
  return transport;
};

const message = {
  id: "1@ada.example",
  from: { name: "Ada", address: "ada@ada.example" },
  to: "reader@example.org",
  subject: "Hello",
  text: "Hello.",
  html: "<p>Hello.</p>",
};

/**
 * Every place of the sources that has a call made, by its file, and how a host gets there. `host` is as it stands in a URL.
 */
export const callSites: Readonly<
  Record<string, (desk: CallDesk, url: string, host: string) => Promise<unknown>>
> = {
  "cli/verify.ts": (desk, url) => verifyByCommand(desk, url),
  "domain/publications/deliver-publication.ts": async (desk, url) => {
    await desk.know(url);
    return await deliverPublication(desk.context(), entryOf(desk, "publication", String(desk.publicationId)));
  },
  "domain/profile/refresh-peer-profile.ts": async (desk, url) =>
    await refreshPeerProfile(desk.context(), await desk.know(url)),
  "domain/profile/keep-peer-picture.ts": async (desk, url) => {
    await createPictureKeeper(desk.context())(await desk.know(url));
    return await desk.why(url);
  },
  "domain/profile/deliver-profile-update.ts": tellOfProfile,
  "domain/profile/apply-profile-update.ts": async (desk, url) => {
    const ownerAddress = await desk.know("https://stranger.example");
    const timestamp = now() + 1;
    const meaning = { ownerAddress, url, title: "Moved", description: "", timestamp };
    return await desk.ada
      .fetch(`/ewp/nodes/${ownerAddress}`, {
        method: "PATCH",
        body: desk.stranger.sign("NodeProfileUpdate", meaning),
      })
      .then(({ body }) => body.toString());
  },
  "domain/connections/deliver-follow.ts": follow,
  "domain/connections/deliver-connection.ts": end,
  "domain/connections/verify-node-identity.ts": (desk, url) =>
    verifyNodeIdentity(
      desk.context(),
      { address: desk.stranger.address, url, ownUrl: desk.ada.url },
      "FOLLOWER_IDENTITY_MISMATCH",
    ),
  "domain/connections/read-node.ts": (desk, url) => locateNode(desk.context(), url),
  "domain/connections/require-one-home.ts": async (desk, url) =>
    await requireOneHome(desk.context(), { address: await desk.know(url), url: "https://elsewhere.example" }),
  "domain/profile/look-at-peer.ts": async (desk, url) => {
    const node = { url, form: "baseline" } as const;
    return [
      await readPeerPicture(desk.context(), node),
      await countPeerPublications(desk.context(), node),
      await desk.why(url),
    ];
  },
  "domain/verification/verify-at-node.ts": async (desk, url) => {
    const wanted = { at: "node", url, contentHash: emptyHash, slug: null, timestamp: null } as const;
    return [await verifyAtNode(desk.context(), wanted), await desk.why(url)];
  },
  "domain/diagnosis/ask-for-call.ts": (desk, url) =>
    askForCall(
      desk.context(),
      { address: desk.stranger.address, url },
      { url: desk.ada.url, nonce: "0".repeat(32), signal: AbortSignal.timeout(5_000) },
    ),
  "domain/diagnosis/checks/check-clock.ts": (desk, url) => desk.call(url),
  "domain/diagnosis/send-probe.ts": (desk, url) =>
    sendProbe(
      desk.context(),
      { url, nonce: "0".repeat(32), signal: AbortSignal.timeout(5_000) },
      { method: "GET", deadlineMs: 5_000 },
    ).then((outcome) => ("error" in outcome ? outcome.error : outcome)),
  "domain/replication/catch-up.ts": async (desk, url) => await catchUp(desk.context(), await desk.know(url)),
  "domain/replication/fetch-content.ts": (desk, url) =>
    fetchContent(desk.context(), url, {
      publisherAddress: desk.stranger.address,
      contentHash: emptyHash,
      timestamp: 1,
    }),
  "domain/errands/call-out.ts": (desk, url) => callOut(desk.context(), { url, headers: {}, body: "{}" }),
  "mail/check-mail-server.ts": async (desk, _url, host) =>
    await checkMailServer(mailConfig(desk), mail(desk, host)),
  "mail/send-mail.ts": async (desk, _url, host) =>
    await sendMail(mailConfig(desk), mail(desk, host), message),
  "peers/network-probe.ts": async (desk, _url, host) => {
    using networkProbe = createNetworkProbe(desk.context().config);
    const address = host.replace(/^\[(.*)\]$/, "$1");
    return await networkProbe.inspectCertificate(
      { host: "ada.example", address, port: desk.trap.port },
      AbortSignal.timeout(5_000),
    );
  },
};

const mailConfig = (desk: CallDesk) => ({ ...desk.context().config, peerPorts: "any" as const });
