import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { type Check, defineChecks } from "../../check.ts";
import { expectAccepted, expectError } from "../../expectations.ts";
import { sendFollow, sendOwnFollow } from "../../messages/send-message.ts";
import { type AnswerProfile, answerJson, type FakePeer, profileOf } from "../../peer/fake-peer.ts";
import { refusal, type Send } from "../refusals.ts";

/** Larger than any profile, small enough for a node that does not limit its reads. */
const tooLargeBytes = 24 * 1024 * 1024;
const spaceBytes = 256 * 1024;

/** Profiles that don't prove the identity of a node (decisions 2), with the end of each check's title. */
const badProfiles: Readonly<
  Record<string, [title: string, (fakePeer: FakePeer, other: FakePeer) => AnswerProfile]>
> = {
  "another-address": ["of another address", ({ url }, other) => answerWith(200, profileOf(other, url))],
  unreachable: ["that can't be fetched", () => (_request, response) => void response.destroy()],
  "not-found": ["that is missing", () => answerWith(404, { error: "NODE_NOT_FOUND" })],
  failure: ["with status 500", (fakePeer) => answerWith(500, profileOf(fakePeer, fakePeer.url))],
  "not-json": [
    "that is no JSON",
    ({ address }) =>
      (_request, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end(`<html>${address}</html>`),
  ],
  "no-address": [
    "without an address",
    (fakePeer) => answerWith(200, { ...profileOf(fakePeer, fakePeer.url), address: undefined }),
  ],
  "too-large": [
    "that is too large",
    (fakePeer) => (_request, response) => answerAtLength(response, profileOf(fakePeer, fakePeer.url)),
  ],
};

function answerWith(status: number, json: object): AnswerProfile {
  return (_request, response) => answerJson(response, status, json);
}

/** The suite's peer follows the node, or the owner's key makes the node follow the peer. */
export const followIdentity: readonly Check[] = Object.entries(badProfiles).flatMap(
  ([id, [what, answer]]) => {
    const sendAs =
      (send: typeof sendFollow): Send =>
      (context, fakePeer, other) => {
        fakePeer.answerProfile = answer(fakePeer, other);
        return send(context, fakePeer);
      };
    return defineChecks(
      { section: "4.5", decisions: 2 },
      {
        [`follower-profile-${id}`]: refusal(
          `a profile at followerUrl ${what}`,
          "FOLLOWER_IDENTITY_MISMATCH",
          sendAs(sendFollow),
          { controls: ["follow"], needs: ["peer"] },
        ),
        [`followee-profile-${id}`]: refusal(
          `a profile at followeeUrl ${what}`,
          "FOLLOWEE_IDENTITY_MISMATCH",
          sendAs(sendOwnFollow),
          { controls: ["ownFollow"], needs: ["peer", "owner"] },
        ),
      },
    );
  },
);

/** Sends a right profile and a long tail of white space, which is still JSON. Stops when the client disconnects. */
function answerAtLength(response: ServerResponse, profile: object): void {
  response.writeHead(200, { "content-type": "application/json" });
  const spaces = Array(tooLargeBytes / spaceBytes).fill(Buffer.alloc(spaceBytes, " "));
  Readable.from([JSON.stringify(profile), ...spaces]).pipe(response);
}

/** URLs that are no HTTPS base URL of a node, by their fault; `at` is a right host and path. */
const badUrls: Readonly<Record<string, (at: string) => readonly string[]>> = {
  http: (at) => [`http://${at}`, `HTTP://${at}`],
  "other-scheme": (at) => [`ftp://${at}`, `wss://${at}`, "javascript:alert(1)", "data:text/plain,x"],
  "no-url": (at) => ["", "node", at, `//${at}`, "https://", "https:///ewp"],
  credentials: (at) => [`https://somebody:secret@${at}`, `https://somebody@${at}`],
};

export const followUrls: readonly Check[] = [
  ...Object.entries(badUrls).map(
    ([fault, write]): Check => ({
      id: `follow-url-${fault}`,
      controls: ["follow"],
      section: "4.5",
      title: `a URL field is INVALID_URL_FORMAT: ${fault.replaceAll("-", " ")}`,
      async run(context) {
        for (const field of ["followerUrl", "followeeUrl"]) {
          for (const url of write(context.fakePeer().url.replace(/^https:\/\//, ""))) {
            const reply = await sendFollow(context, context.fakePeer(), { [field]: url });
            expectError(reply, "INVALID_URL_FORMAT", `for ${field} ${url}`);
          }
        }
      },
    }),
  ),
  {
    id: "follow-url-trailing-slash",
    section: "4.5",
    title: "a URL with a trailing slash is the same node",
    needs: ["peer"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const followeeUrl = `${context.info.url.replace(/(?<!\/)\/+$/, "")}/`;
      expectAccepted(await sendFollow(context, fakePeer, { followerUrl: `${fakePeer.url}/`, followeeUrl }));
    },
  },
];
