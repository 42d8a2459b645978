import { contentHash, type Envelope } from "@freehold/protocol";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { askFeed } from "../../src/domain/ask-feed.ts";
import { callOut } from "../../src/domain/call-out.ts";
import { deliverConnection } from "../../src/domain/connections/deliver-connection.ts";
import { fetchPicture } from "../../src/domain/contents/fetch-picture.ts";
import { askForNewerVersion } from "../../src/domain/newer-version.ts";
import { locateNode, rejectImpersonation, verifyNodeIdentity } from "../../src/domain/peers/peer-identity.ts";
import {
  countPeerPublications,
  createPeerPictureCache,
  readPeerPicture,
} from "../../src/domain/profile/peer-picture.ts";
import { refreshPeerProfile } from "../../src/domain/profile/peer-profile.ts";
import { deliverProfileUpdate, saveSignedUpdate } from "../../src/domain/profile/update-profile.ts";
import { deliverPublication } from "../../src/domain/publications/delivery/deliver.ts";
import { catchUp } from "../../src/domain/replication/catch-up.ts";
import { fetchContent } from "../../src/domain/replication/fetch-content.ts";
import { findHashInPage } from "../../src/domain/verification/find-hash-in-page.ts";
import { verifyAtNode } from "../../src/domain/verification/verify-at-node.ts";
import { parseMailTransport } from "../../src/mail/mail-transport.ts";
import { checkMailServer, sendMail } from "../../src/mail/mailer.ts";
import { requestCallBack } from "../../src/modules/diagnosis/check-context.ts";
import { sendProbe } from "../../src/modules/diagnosis/probes.ts";
import { lookUpName } from "../../src/modules/ens/look-up.ts";
import { fetchPage } from "../../src/modules/webmention/mentions/fetch-page.ts";
import { postMention } from "../../src/modules/webmention/mentions/send-mention.ts";
import { verifySubscription } from "../../src/modules/webmention/subscribe.ts";
import { createNetworkProbe } from "../../src/peers/network-probe.ts";
import { deleteConnection } from "../../src/store/peers/connections.ts";
import type { Job } from "../../src/store/queues/jobs.ts";
import type { OutboxEntry } from "../../src/store/queues/outbox.ts";
import type { OutboxKind } from "../../src/store/tables/queues.ts";
import { captureStreams } from "./captured-terminal.ts";
import { now, type OutboundFixture } from "./outbound-fixture.ts";

/** A busy machine may look names up for seconds; a call that is refused does not wait. */
const patienceMs = 60_000;

function entryOf(
  fixture: OutboundFixture,
  kind: OutboxKind,
  subject: string,
  payload: Envelope | null = null,
): OutboxEntry {
  return {
    id: 1,
    kind,
    peerAddress: fixture.peer.address,
    host: "peer.example",
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
    answer: null,
    answeredAt: null,
  };
}

function jobOf(kind: Job["kind"], payload: object): Job {
  return {
    id: 1,
    kind,
    host: "a.example",
    payload: JSON.stringify(payload),
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

async function end(fixture: OutboundFixture, url: string) {
  const followeeAddress = await fixture.know(url);
  const pair = { followerAddress: fixture.ada.signer.address, followeeAddress };
  await fixture
    .context()
    .store.transaction((tx) => deleteConnection(tx, pair.followerAddress, followeeAddress));
  const envelope = fixture.ada.signer.sign("DestroyConnection", { ...pair, timestamp: now() });
  return await deliverConnection(fixture.context(), entryOf(fixture, "connection.destroy", "end", envelope));
}

async function follow(fixture: OutboundFixture, url: string) {
  const followeeAddress = await fixture.know(url);
  const followerAddress = fixture.ada.signer.address;
  await fixture.context().store.transaction((tx) => deleteConnection(tx, followerAddress, followeeAddress));
  const pair = { followerAddress, followerUrl: fixture.ada.url, followeeAddress, followeeUrl: url };
  const envelope = fixture.ada.signer.sign("CreateConnection", { ...pair, timestamp: now() });
  return await deliverConnection(
    fixture.context(),
    entryOf(fixture, "connection.create", "follow", envelope),
  );
}

async function announceProfile(fixture: OutboundFixture, url: string) {
  await fixture.know(url);
  const timestamp = now();
  const own = {
    ownerAddress: fixture.ada.signer.address,
    url: fixture.ada.url,
    title: "Ada",
    description: "",
  };
  const envelope = fixture.ada.signer.sign("NodeProfileUpdate", { ...own, timestamp });
  const { store } = fixture.context();
  await store.transaction((tx) => saveSignedUpdate(tx, { baseline: envelope, reference: null }));
  return await deliverProfileUpdate(fixture.context(), entryOf(fixture, "profile.update", String(timestamp)));
}

async function verifyByCommand(fixture: OutboundFixture, target: string) {
  const streams = captureStreams();
  const flags = ["--data", fixture.ada.config.dataDir];
  await runCommandLine(["verify", target, ...flags], streams, () => new AbortController().signal);
  return streams.text.out + streams.text.err;
}

const emptyHash = contentHash(new Uint8Array());
const mail = (fixture: OutboundFixture, host: string) => {
  const transport = parseMailTransport(`smtp://${host}:${fixture.honeypot.port}`);
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
 * Every call of the sources to another host, by its file (and its name where a file has several), with a function that
 * makes the call to a given host. `host` is written as in a URL.
 */
export const callSites: Readonly<
  Record<string, (fixture: OutboundFixture, url: string, host: string) => Promise<unknown>>
> = {
  "cli/verify/verify.ts": (fixture, url) => verifyByCommand(fixture, url),
  "domain/publications/delivery/deliver.ts": async (fixture, url) => {
    await fixture.know(url);
    return await deliverPublication(
      fixture.context(),
      entryOf(fixture, "publication", String(fixture.publicationId)),
    );
  },
  "domain/profile/peer-profile.ts: refresh": async (fixture, url) =>
    await refreshPeerProfile(fixture.context(), await fixture.know(url)),
  "domain/profile/peer-picture.ts: save": async (fixture, url) => {
    await createPeerPictureCache(fixture.context())(await fixture.know(url));
    return await fixture.why(url);
  },
  "domain/profile/update-profile.ts": announceProfile,
  "domain/profile/peer-profile.ts: apply an update": async (fixture, url) => {
    const ownerAddress = await fixture.know("https://unknown.example");
    const timestamp = now() + 1;
    const meaning = { ownerAddress, url, title: "Moved", description: "", timestamp };
    return await fixture.ada
      .fetch(`/ewp/nodes/${ownerAddress}`, {
        method: "PATCH",
        body: fixture.peer.sign("NodeProfileUpdate", meaning),
      })
      .then(({ body }) => body.toString());
  },
  "domain/connections/deliver-connection.ts: follow": follow,
  "domain/connections/deliver-connection.ts: end": end,
  "domain/peers/peer-identity.ts: verify": (fixture, url) =>
    verifyNodeIdentity(
      fixture.context(),
      { address: fixture.peer.address, url, ownUrl: fixture.ada.url },
      "FOLLOWER_IDENTITY_MISMATCH",
    ),
  "domain/peers/peer-identity.ts: read": (fixture, url) => locateNode(fixture.context(), url),
  "domain/peers/peer-identity.ts: compare": async (fixture, url) =>
    await rejectImpersonation(fixture.context(), {
      address: await fixture.know(url),
      url: "https://elsewhere.example",
    }),
  "domain/profile/peer-picture.ts: look at": async (fixture, url) => {
    const node = { url, form: "baseline" } as const;
    return [
      await readPeerPicture(fixture.context(), node),
      await countPeerPublications(fixture.context(), node),
      await fixture.why(url),
    ];
  },
  "domain/verification/verify-at-node.ts": async (fixture, url) => {
    const wanted = { at: "node", url, contentHash: emptyHash, slug: null, timestamp: null } as const;
    return [await verifyAtNode(fixture.context(), wanted), await fixture.why(url)];
  },
  "domain/verification/find-hash-in-page.ts": (fixture, url) =>
    findHashInPage(fixture.context(), url, AbortSignal.timeout(patienceMs)),
  "modules/diagnosis/check-context.ts": (fixture, url) =>
    requestCallBack(
      fixture.context(),
      { address: fixture.peer.address, url },
      { url: fixture.ada.url, nonce: "0".repeat(32), signal: AbortSignal.timeout(patienceMs) },
    ),
  "domain/newer-version.ts": async (fixture, url) => {
    const context = fixture.context();
    const config = { ...context.config, releasesUrl: url };
    await context.store.transaction((tx) => tx.deleteFrom("meta").where("key", "=", "releases").execute());
    return [await askForNewerVersion({ ...context, config }), await fixture.why(url)];
  },
  "domain/ask-feed.ts": (fixture, url) => askFeed(fixture.context(), url, { etag: null, lastModified: null }),
  "modules/ens/look-up.ts": (fixture, url) =>
    lookUpName({ ...fixture.context(), rpc: url }, fixture.peer.address),
  "domain/contents/fetch-picture.ts": (fixture, url) =>
    fetchPicture(fixture.context(), `${url}/a.png`, { maxBytes: 1_000_000, deadlineMs: patienceMs }),
  "modules/webmention/mentions/fetch-page.ts": (fixture, url) => fetchPage(fixture.context(), { url }),
  "modules/webmention/mentions/send-mention.ts": (fixture, url) =>
    postMention(fixture.context(), { endpoint: url, source: fixture.ada.url, target: "https://a.example/" }),
  "modules/webmention/subscribe.ts": (fixture, url) => {
    const asked = {
      mode: "subscribe",
      topic: "/feed.xml",
      callback: url,
      leaseSeconds: 60,
      secret: null,
      client: null,
    };
    return verifySubscription(fixture.context(), jobOf("feed-verify", asked));
  },
  "domain/clock.ts": (fixture, url) => fixture.call(url),
  "modules/diagnosis/checks/clock.ts": (fixture, url) => fixture.call(url),
  "modules/diagnosis/probes.ts": (fixture, url) =>
    sendProbe(
      fixture.context(),
      { url, nonce: "0".repeat(32), signal: AbortSignal.timeout(patienceMs) },
      { method: "GET", deadlineMs: patienceMs },
    ).then((outcome) => ("error" in outcome ? outcome.error : outcome)),
  "domain/replication/catch-up.ts": async (fixture, url) =>
    await catchUp(fixture.context(), await fixture.know(url)),
  "domain/replication/fetch-content.ts": (fixture, url) =>
    fetchContent(fixture.context(), url, {
      publisherAddress: fixture.peer.address,
      contentHash: emptyHash,
      timestamp: 1,
    }),
  "domain/call-out.ts": (fixture, url) => callOut(fixture.context(), { url, headers: {}, body: "{}" }),
  "mail/mailer.ts: checkMailServer": async (fixture, _url, host) =>
    await checkMailServer(mailConfig(fixture), mail(fixture, host)),
  "mail/mailer.ts: sendMail": async (fixture, _url, host) =>
    await sendMail(mailConfig(fixture), mail(fixture, host), message),
  "peers/network-probe.ts": async (fixture, _url, host) => {
    using networkProbe = createNetworkProbe(fixture.context().config);
    const address = host.replace(/^\[(.*)\]$/, "$1");
    return await networkProbe.inspectCertificate(
      { host: "ada.example", address, port: fixture.honeypot.port },
      AbortSignal.timeout(patienceMs),
    );
  },
};

const mailConfig = (fixture: OutboundFixture) => ({ ...fixture.context().config, peerPorts: "any" as const });
