import { isoSeconds } from "@freehold/protocol";
import type { Check, Need } from "../check.ts";
import { expectEqual, expectError, expectStatus, expectTaken, expectThat } from "../expectations.ts";
import {
  bring,
  bringAndStore,
  expectPull,
  isPullOf,
  someFile,
  someText,
  untilQuiet,
  untilStored,
} from "../messages/bring-proof.ts";
import { showTaken } from "../messages/controls.ts";
import { followee, follower, send } from "../messages/send-message.ts";
import { later, ownEndOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import type { Reply } from "../node/reply.ts";
import type { Persona } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";

const head = { section: "4.7", needs: ["peer", "owner"] as readonly Need[] } as const;

/** POST /ewp/publications by a peer of the suite's own that the node follows in its owner's name. */
export const publishToNode: readonly Check[] = [
  {
    ...head,
    id: "publish-accepted",
    title: 'a followed publisher\'s proof is answered 202 {"status":"accepted"}',
    async run(trial) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someText(persona), trial.now());
      const reply = await send(trial, "publish", envelope);
      expectStatus(reply, 202);
      expectEqual(asRecord(reply.json).status, "accepted", "status in the body");
    },
  },
  {
    ...head,
    id: "publish-pulled",
    decisions: 5,
    title: "then the node pulls the content, by its hash and timestamp, and has it",
    async run(trial) {
      const persona = await followee(trial);
      for (const content of [someText(persona), someFile(persona)]) {
        const publication = persona.publish(content, trial.now());
        await bring(trial, publication);
        await expectPull(trial, persona, publication);
        await untilStored(trial, publication);
      }
    },
  },
  {
    ...head,
    id: "publish-late",
    decisions: 2,
    title: "a proof of a year ago is accepted as well",
    async run(trial) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someText(persona), trial.now() - 31_536_000);
      expectTaken(await send(trial, "publish", envelope));
    },
  },
  {
    ...head,
    id: "publish-waiting-again",
    decisions: 5,
    title: "the same proof again, while its content is still waited for, is accepted",
    async run(trial) {
      const persona = await followee(trial);
      const gate = Promise.withResolvers<void>();
      trial.afterwards("the content", async () => gate.resolve());
      const publication = persona.publish({ ...someText(persona), ready: gate.promise }, trial.now());
      await bring(trial, publication);
      await persona.saw(isPullOf(publication));
      expectTaken(await send(trial, "publish", publication.envelope));
      gate.resolve();
    },
  },
  {
    ...head,
    id: "publish-known",
    title: "a publication that is stored is REPLICATION_ALREADY_EXISTS",
    async run(trial) {
      const persona = await followee(trial);
      const publication = persona.publish(someText(persona), trial.now());
      await bring(trial, publication);
      await persona.saw(isPullOf(publication));
      await untilStored(trial, publication);
    },
  },
  {
    ...head,
    id: "publish-same-content-later",
    decisions: 2,
    title: "the same content signed at another second is another publication",
    async run(trial) {
      const persona = await followee(trial);
      const content = someText(persona);
      const first = persona.publish(content, trial.now() - 60);
      await bringAndStore(trial, first);
      expectTaken(await send(trial, "publish", persona.publish(content, trial.now() - 30).envelope));
    },
  },
  {
    ...head,
    id: "publish-wrong-signer",
    title: "a proof that somebody else signed is INVALID_SIGNATURE",
    async run(trial) {
      const [persona, other] = [await followee(trial), trial.persona()];
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectError(await send(trial, "publish", signBy(other, envelope.typedData)), "INVALID_SIGNATURE");
      showTaken(await send(trial, "publish", envelope), "the same proof, signed by its publisher,");
    },
  },
  {
    ...head,
    id: "publish-as-publication",
    decisions: 1,
    title: "a proof of the type Publication, as the specification's table has it, is accepted",
    async run(trial) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someText(persona), trial.now(), "Publication");
      expectTaken(await send(trial, "publish", envelope));
    },
  },
  {
    ...head,
    id: "publish-after-the-end",
    controls: ["publish"],
    title: "once the follow has ended it is NOT_FOLLOWING",
    async run(trial) {
      const persona = await followee(trial);
      const end = signBy(persona, ownEndOf(trial, persona, { timestamp: later(trial) }));
      expectTaken(await send(trial, "destroyConnection", end));
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectError(await send(trial, "publish", envelope), "NOT_FOLLOWING");
    },
  },
  {
    ...head,
    id: "publish-by-follower",
    controls: ["publish"],
    title: "one who follows the node, and is not followed, is NOT_FOLLOWING",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      const { envelope } = persona.publish(someText(persona), trial.now());
      expectError(await send(trial, "publish", envelope), "NOT_FOLLOWING");
    },
  },
  {
    ...head,
    id: "content-replica-not-served",
    section: "4.4",
    decisions: 5,
    title: "the content of somebody whom the node follows is not served as its own",
    async run(trial) {
      const persona = await followee(trial);
      const publication = persona.publish(someText(persona), trial.now());
      await bringAndStore(trial, publication);
      const reply = await trial.node.get(`/ewp/contents/${publication.contentHash}`);
      expectError(reply, "CONTENT_NOT_FOUND");
      const index = asRecord((await trial.node.get("/ewp/publications?limit=1000")).json);
      const listed = JSON.stringify(index).toLowerCase().includes(publication.contentHash);
      expectThat(!listed, "an index without it", "an entry of it");
    },
  },
];

const updatedHead = { section: "4.7", decisions: 4, needs: ["peer", "owner"] as readonly Need[] } as const;

function publish(trial: Trial, persona: Persona, headers: Record<string, string>): Promise<Reply> {
  const body = persona.publish(someText(persona, JSON.stringify(headers)), trial.now()).envelope;
  return trial.node.call("POST", "/ewp/publications", { body, headers });
}

function profileReads({ requests }: Persona): number {
  return requests.filter(({ path }) => path === "/ewp/profile").length;
}

/** The header that tells of a newer profile. */
export const nodeUpdatedHeader: readonly Check[] = [
  ...["X-Epress-Node-Updated", "X-Epress-Profile-Updated", "X-Service-Node-Updated"].map(
    (name): Check => ({
      ...updatedHead,
      id: `node-updated-${name.split("-").slice(1, 3).join("-").toLowerCase()}`,
      title: `with a newer time in ${name} the profile is read again`,
      async run(trial) {
        const persona = await followee(trial);
        await untilQuiet(trial, persona);
        const before = profileReads(persona);
        const updated = isoSeconds(trial.now());
        expectTaken(await publish(trial, persona, { [name]: updated }));
        const read = await persona.saw(() => profileReads(persona) > before);
        expectThat(read, `GET ${persona.url}/ewp/profile`, "no such request");
      },
    }),
  ),
  {
    ...updatedHead,
    id: "node-updated-malformed",
    title: "a malformed time there is ignored, and the proof accepted",
    async run(trial) {
      const persona = await followee(trial);
      for (const time of ["yesterday", "2024-13-45T99:99:99Z", "0", ""]) {
        expectTaken(await publish(trial, persona, { "X-Epress-Node-Updated": time }), `for ${time}`);
      }
    },
  },
  {
    ...updatedHead,
    id: "node-updated-older",
    title: "an older time there changes nothing: the profile is not read before the pull",
    async run(trial) {
      const persona = await followee(trial);
      await untilQuiet(trial, persona);
      const before = profileReads(persona);
      const publication = persona.publish(someText(persona), trial.now());
      const headers = { "X-Epress-Node-Updated": isoSeconds(0) };
      expectTaken(
        await trial.node.call("POST", "/ewp/publications", { body: publication.envelope, headers }),
      );
      await persona.saw(isPullOf(publication));
      expectThat(profileReads(persona) === before, "no request", "GET /ewp/profile");
    },
  },
];
