import type { ServerResponse } from "node:http";
import type { Check } from "../check.ts";
import { expectError } from "../expectations.ts";
import { tryFollow, tryOwnFollow } from "../messages/send-message.ts";
import { followOf, ownFollowOf } from "../messages/write-messages.ts";
import { answerJson, type Persona, profileOf } from "../peer/persona.ts";
import { signBy } from "../signing/key.ts";

/** Far more than any profile has, and no more than a machine can bear where nobody counts. */
const tooLargeBytes = 24 * 1024 * 1024;

const problems = {
  "another-address": "of another address",
  unreachable: "that can't be fetched",
  "not-found": "that is not there",
  failure: "that is a failure",
  "not-json": "that is no JSON",
  "no-address": "without an address",
  "too-large": "that is too large",
} as const;
type ProfileProblem = keyof typeof problems;

/** Ways in which the profile at a URL does not show who is there (decisions 2), told to a persona. */
const badProfiles: Readonly<Record<ProfileProblem, (persona: Persona, other: Persona) => void>> = {
  "another-address": (persona, other) => {
    persona.answerProfile = (_request, response) => answerJson(response, 200, profileOf(other, persona.url));
  },
  unreachable: (persona) => {
    persona.answerProfile = (_request, response) => void response.destroy();
  },
  "not-found": (persona) => {
    persona.answerProfile = (_request, response) => answerJson(response, 404, { error: "NODE_NOT_FOUND" });
  },
  failure: (persona) => {
    persona.answerProfile = (_request, response) =>
      answerJson(response, 500, profileOf(persona, persona.url));
  },
  "not-json": (persona) => {
    persona.answerProfile = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<html>${persona.address}</html>`);
    };
  },
  "no-address": (persona) => {
    persona.answerProfile = (_request, response) =>
      answerJson(response, 200, { ...profileOf(persona, persona.url), address: undefined });
  },
  "too-large": (persona) => {
    persona.answerProfile = (_request, response) => answerAtLength(response, profileOf(persona, persona.url));
  },
};

/** The follower is checked where the suite's peer follows, and the followee where the owner's key makes the node follow. */
export const followIdentity: readonly Check[] = Object.entries(badProfiles).flatMap(
  ([what, spoil]): Check[] => {
    const name = what
      .replace(/^that /, "")
      .replace("can't", "cannot")
      .replaceAll(" ", "-");
    return [
      {
        id: `follower-profile-${name}`,
        controls: ["follow"],
        section: "4.5",
        decisions: 2,
        title: `a profile at followerUrl ${what} is FOLLOWER_IDENTITY_MISMATCH`,
        needs: ["peer"],
        async run(trial) {
          const [persona, other] = [trial.persona(), trial.persona()];
          spoil(persona, other);
          const reply = await tryFollow(trial, persona, signBy(persona, followOf(trial, persona)));
          expectError(reply, "FOLLOWER_IDENTITY_MISMATCH");
        },
      },
      {
        id: `followee-profile-${name}`,
        controls: ["ownFollow"],
        section: "4.5",
        decisions: 2,
        title: `a profile at followeeUrl ${what} is FOLLOWEE_IDENTITY_MISMATCH`,
        needs: ["peer", "owner"],
        async run(trial) {
          const [persona, other] = [trial.persona(), trial.persona()];
          spoil(persona, other);
          const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, ownFollowOf(trial, persona)));
          expectError(reply, "FOLLOWEE_IDENTITY_MISMATCH");
        },
      },
    ];
  },
);

/** A right profile with a long tail of white space, which is JSON all the same. Stops where nobody reads on. */
function answerAtLength(response: ServerResponse, profile: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(JSON.stringify(profile));
  const spaces = Buffer.alloc(256 * 1024, " ");
  let left = tooLargeBytes;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= spaces.length;
      if (!response.write(spaces)) return void response.once("drain", write);
    }
    response.end();
  };
  write();
}
