import { defineChecks } from "../check.ts";
import { expectAccepted, expectError, expectStatus, expectThat } from "../expectations.ts";
import { createFollower, sendUpdate } from "../messages/send-message.ts";
import {
  type AnswerProfile,
  answerFailure,
  answerJson,
  type FakePeer,
  profileOf,
} from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";
import { refusal } from "./refusals.ts";

const common = { section: "4.8", decisions: 4, needs: ["peer"] } as const;

/** A new URL that serves this peer's profile. */
function createNewUrl(context: TestContext, owner: FakePeer): FakePeer {
  const target = context.fakePeer();
  target.answerProfile = (_request, response) => answerJson(response, 200, profileOf(owner, target.url));
  return target;
}

function expectNoRequests({ requests }: FakePeer): void {
  expectThat(requests.length === 0, "no request to the new URL", `${requests.length} requests`);
}

/** A new URL whose profile the node can't verify. */
function unverifiable(what: string, answerProfile?: AnswerProfile) {
  return refusal(
    `a new URL with ${what}`,
    "URL_VERIFICATION_FAILED",
    async (context, target) => {
      if (answerProfile) target.answerProfile = answerProfile;
      return sendUpdate(context, await createFollower(context), { url: target.url });
    },
    { controls: ["update"] },
  );
}

/**
 * PATCH /ewp/nodes/:address for a follower. The node's next requests show what it stored: it verifies a URL only if the
 * URL differs from the stored one.
 */
export const updateKnownNode = defineChecks(common, {
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
      expectThat(target.profileReads() > 0, `GET ${target.url}/ewp/profile`, "no such request");
    },
  },
  "update-url-same": {
    title: "the node does not verify the stored URL again",
    async run(context) {
      const fakePeer = await createFollower(context);
      const before = fakePeer.requests.length;
      expectAccepted(await sendUpdate(context, fakePeer, { title: "Another title" }));
      const reads = fakePeer.profileReads(before);
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
      const reads = target.profileReads(before);
      expectThat(before > 0 && reads === 0, "one read of the new URL, no second", `${before} and ${reads}`);
    },
  },
  "update-url-another-address": unverifiable("another node"),
  "update-url-failure": unverifiable("no profile", answerFailure),
  "update-url-unreachable": unverifiable("no server", (_request, response) => void response.destroy()),
  "update-url-refused-keeps": {
    title: "a refused update changes nothing",
    async run(context) {
      const fakePeer = await createFollower(context);
      const timestamp = context.now();
      const gone = context.fakePeer();
      gone.answerProfile = answerFailure;
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
});
