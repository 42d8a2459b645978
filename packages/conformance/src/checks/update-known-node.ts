import type { Check, Need } from "../check.ts";
import { expectAccepted, expectError, expectStatus, expectThat } from "../expectations.ts";
import { follower, send } from "../messages/send-message.ts";
import { updateOf } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import { answerJson, type FakePeer, profileOf } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const head = { section: "4.8", decisions: 4, needs: ["peer"] as readonly Need[] } as const;

function update(context: TestContext, fakePeer: FakePeer, changes: Record<string, unknown>): Promise<Reply> {
  return send(
    context,
    "updateNode",
    signBy(fakePeer, updateOf(context, fakePeer, changes)),
    fakePeer.address,
  );
}

/** A place of the suite's peer at which this profile is served. */
function moveTo(context: TestContext, address: FakePeer): FakePeer {
  const place = context.fakePeer();
  place.answerProfile = (_request, response) => answerJson(response, 200, profileOf(address, place.url));
  return place;
}

function expectNotAsked(place: FakePeer): void {
  expectThat(
    place.requests.length === 0,
    "that the new URL is not looked at",
    `${place.requests.length} requests`,
  );
}

/**
 * PATCH /ewp/nodes/:address for a node that follows. What was applied is seen by what the node looks at afterwards: a
 * URL is verified only where it differs from the stored one.
 */
export const updateKnownNode: readonly Check[] = [
  {
    ...head,
    id: "update-known",
    title: "an update of a known node is 204",
    async run(context) {
      const fakePeer = await follower(context);
      expectStatus(await update(context, fakePeer, { title: "Another title" }), 204);
    },
  },
  {
    ...head,
    id: "update-url-verified",
    title: "a new URL is looked at: the profile there is read",
    async run(context) {
      const fakePeer = await follower(context);
      const place = moveTo(context, fakePeer);
      expectAccepted(await update(context, fakePeer, { url: place.url }));
      const read = place.requests.some(({ path }) => path === "/ewp/profile");
      expectThat(read, `GET ${place.url}/ewp/profile`, "no such request");
    },
  },
  {
    ...head,
    id: "update-url-same",
    title: "the URL that is stored already is not looked at again",
    async run(context) {
      const fakePeer = await follower(context);
      const before = fakePeer.requests.length;
      expectAccepted(await update(context, fakePeer, { title: "Another title" }));
      const asked = fakePeer.requests.slice(before).filter(({ path }) => path === "/ewp/profile").length;
      expectThat(asked === 0, "no request", `${asked} requests for the profile`);
    },
  },
  {
    ...head,
    id: "update-url-applied",
    title: "a new URL is stored: the next update with it is not verified again",
    async run(context) {
      const fakePeer = await follower(context);
      const place = moveTo(context, fakePeer);
      await update(context, fakePeer, { url: place.url, timestamp: context.now() });
      const before = place.requests.length;
      await update(context, fakePeer, { url: place.url, timestamp: context.now() + 1 });
      const asked = place.requests.slice(before).filter(({ path }) => path === "/ewp/profile").length;
      expectThat(
        before > 0 && asked === 0,
        "one look at the new URL, and no second one",
        `${before} and ${asked}`,
      );
    },
  },
  ...(["another-address", "failure", "unreachable"] as const).map(
    (what): Check => ({
      ...head,
      id: `update-url-${what}`,
      controls: ["update"],
      title: `a new URL with ${{ "another-address": "another node", failure: "no profile", unreachable: "nobody" }[what]} at it is URL_VERIFICATION_FAILED`,
      async run(context) {
        const fakePeer = await follower(context);
        const place = context.fakePeer();
        if (what === "failure")
          place.answerProfile = (_request, response) => void response.writeHead(500).end();
        if (what === "unreachable") place.answerProfile = (_request, response) => void response.destroy();
        expectError(await update(context, fakePeer, { url: place.url }), "URL_VERIFICATION_FAILED");
      },
    }),
  ),
  {
    ...head,
    id: "update-url-refused-keeps",
    title: "an update that was refused changes nothing",
    async run(context) {
      const fakePeer = await follower(context);
      const timestamp = context.now();
      const gone = context.fakePeer();
      gone.answerProfile = (_request, response) => void response.writeHead(500).end();
      await update(context, fakePeer, { url: gone.url, timestamp: timestamp + 9 });
      const place = moveTo(context, fakePeer);
      expectAccepted(await update(context, fakePeer, { url: place.url, timestamp }));
      expectThat(
        place.requests.length > 0,
        "that an earlier one after it is still looked at",
        "that it is not",
      );
    },
  },
  {
    ...head,
    id: "update-not-newer",
    title: "an update that is not newer than the last one is taken, and changes nothing",
    async run(context) {
      const fakePeer = await follower(context);
      const timestamp = context.now();
      expectAccepted(await update(context, fakePeer, { title: "Newer", timestamp }));
      for (const earlier of [timestamp, timestamp - 1, timestamp - 60]) {
        const place = context.fakePeer();
        expectAccepted(await update(context, fakePeer, { url: place.url, timestamp: earlier }));
        expectNotAsked(place);
      }
    },
  },
  {
    ...head,
    id: "update-unknown-not-verified",
    title: "for a node that is not known nothing is looked at",
    async run(context) {
      const [fakePeer, place] = [context.fakePeer(), context.fakePeer()];
      expectAccepted(await update(context, fakePeer, { url: place.url }));
      expectNotAsked(place);
    },
  },
  {
    ...head,
    id: "update-order-address",
    controls: ["update"],
    decisions: 2,
    title: "a wrong signature is told before the new URL is looked at",
    async run(context) {
      const fakePeer = await follower(context);
      const place = context.fakePeer();
      const forged = signBy(context.fakePeer(), updateOf(context, fakePeer, { url: place.url }));
      expectError(await send(context, "updateNode", forged, fakePeer.address), "INVALID_SIGNATURE");
      expectNotAsked(place);
    },
  },
];
