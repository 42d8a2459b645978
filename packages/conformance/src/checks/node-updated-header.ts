import { isoSeconds } from "@freehold/protocol";
import type { Check, Need } from "../check.ts";
import { expectTaken, expectThat } from "../expectations.ts";
import { isPullOf, someText, untilQuiet } from "../messages/bring-proof.ts";
import { followee } from "../messages/send-message.ts";
import type { Reply } from "../node/reply.ts";
import type { Persona } from "../peer/persona.ts";
import type { Trial } from "../trial.ts";

const head = { section: "4.7", decisions: 4, needs: ["peer", "owner"] as readonly Need[] } as const;

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
      ...head,
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
    ...head,
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
    ...head,
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
