import { defineChecks } from "../check.ts";
import { expectAccepted, expectError, expectStatus, expectThat } from "../expectations.ts";
import { createFollower, sendUpdate } from "../messages/send-message.ts";
import { type AnswerProfile, answerJson, type FakePeer, profileOf } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";

const common = { section: "4.8", decisions: 4, needs: ["peer"] } as const;

/** A new URL that serves this peer's profile. */
function createNewUrl(context: TestContext, owner: FakePeer): FakePeer {
  const target = context.fakePeer();
  target.answerProfile = (_request, response) => answerJson(response, 200, profileOf(owner, target.url));
  return target;
}

/** How often the node read the peer's profile, from this request on. */
function profileReads({ requests }: FakePeer, from = 0): number {
  return requests.slice(from).filter(({ path }) => path === "/ewp/profile").length;
}

function expectNoRequests({ requests }: FakePeer): void {
  expectThat(requests.length === 0, "no request to the new URL", `${requests.length} requests`);
}

/** A new URL whose profile the node can't verify. */
function unverifiable(id: string, what: string, answerProfile?: AnswerProfile) {
  return defineChecks(common, {
    [`update-url-${id}`]: {
      controls: ["update"],
      title: `a new URL with ${what} is URL_VERIFICATION_FAILED`,
      async run(context) {
        const [fakePeer, target] = [await createFollower(context), context.fakePeer()];
        if (answerProfile) target.answerProfile = answerProfile;
        expectError(await sendUpdate(context, fakePeer, { url: target.url }), "URL_VERIFICATION_FAILED");
      },
    },
  });
}

/**
 * PATCH /ewp/nodes/:address for a follower. The node's next requests show what it stored: it verifies a URL only if the
 * URL differs from the stored one.
 */
export const updateKnownNode = [
  ...defineChecks(common, {
    "update-known": {
      title: "an update of a known node is answered with 204",
      async run(context) {
        const fakePeer = await createFollower(context);
        expectStatus(await sendUpdate(context, fakePeer, { title: "Another title" }), 204);
      },
    },
    "update-url-verified": {
      title: "the node reads the profile at a new URL",
      async run(context) {
        const fakePeer = await createFollower(context);
        const target = createNewUrl(context, fakePeer);
        expectAccepted(await sendUpdate(context, fakePeer, { url: target.url }));
        expectThat(profileReads(target) > 0, `GET ${target.url}/ewp/profile`, "no such request");
      },
    },
    "update-url-same": {
      title: "the node does not verify the stored URL again",
      async run(context) {
        const fakePeer = await createFollower(context);
        const before = fakePeer.requests.length;
        expectAccepted(await sendUpdate(context, fakePeer, { title: "Another title" }));
        const reads = profileReads(fakePeer, before);
        expectThat(reads === 0, "no request", `${reads} requests for the profile`);
      },
    },
    "update-url-applied": {
      title: "the node stores a new URL: it does not verify it at the next update",
      async run(context) {
        const fakePeer = await createFollower(context);
        const target = createNewUrl(context, fakePeer);
        const { url } = target;
        await sendUpdate(context, fakePeer, { url, timestamp: context.now() });
        const before = target.requests.length;
        await sendUpdate(context, fakePeer, { url, timestamp: context.now() + 1 });
        const reads = profileReads(target, before);
        expectThat(before > 0 && reads === 0, "one read of the new URL, no second", `${before} and ${reads}`);
      },
    },
  }),
  ...unverifiable("another-address", "another node"),
  ...unverifiable("failure", "no profile", (_request, response) => void response.writeHead(500).end()),
  ...unverifiable("unreachable", "no server", (_request, response) => void response.destroy()),
  ...defineChecks(common, {
    "update-url-refused-keeps": {
      title: "a refused update changes nothing",
      async run(context) {
        const fakePeer = await createFollower(context);
        const timestamp = context.now();
        const gone = context.fakePeer();
        gone.answerProfile = (_request, response) => void response.writeHead(500).end();
        await sendUpdate(context, fakePeer, { url: gone.url, timestamp: timestamp + 9 });
        const target = createNewUrl(context, fakePeer);
        expectAccepted(await sendUpdate(context, fakePeer, { url: target.url, timestamp }));
        expectThat(target.requests.length > 0, "verification of an update with an earlier time", "none");
      },
    },
    "update-not-newer": {
      title: "an update that is not newer than the last one is accepted and changes nothing",
      async run(context) {
        const fakePeer = await createFollower(context);
        const timestamp = context.now();
        expectAccepted(await sendUpdate(context, fakePeer, { title: "Newer", timestamp }));
        for (const earlier of [timestamp, timestamp - 1, timestamp - 60]) {
          const target = context.fakePeer();
          expectAccepted(await sendUpdate(context, fakePeer, { url: target.url, timestamp: earlier }));
          expectNoRequests(target);
        }
      },
    },
    "update-unknown-not-verified": {
      title: "the node does not verify the URL of an unknown node",
      async run(context) {
        const [fakePeer, target] = [context.fakePeer(), context.fakePeer()];
        expectAccepted(await sendUpdate(context, fakePeer, { url: target.url }));
        expectNoRequests(target);
      },
    },
    "update-order-address": {
      controls: ["update"],
      decisions: 2,
      title: "the node reports a wrong signature before it reads the new URL",
      async run(context) {
        const [fakePeer, target] = [await createFollower(context), context.fakePeer()];
        const forged = await sendUpdate(context, fakePeer, { url: target.url }, context.fakePeer());
        expectError(forged, "INVALID_SIGNATURE");
        expectNoRequests(target);
      },
    },
  }),
];
