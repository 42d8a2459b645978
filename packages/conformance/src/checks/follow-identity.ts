import type { ServerResponse } from "node:http";
import type { Check } from "../check.ts";
import { expectAccepted, expectError } from "../expectations.ts";
import { tryFollow, tryOwnFollow } from "../messages/send-message.ts";
import { followOf, ownFollowOf } from "../messages/write-messages.ts";
import { answerJson, type FakePeer, profileOf } from "../peer/fake-peer.ts";
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

/** Ways in which the profile at a URL does not show who is there (decisions 2), told to a fake peer. */
const badProfiles: Readonly<Record<ProfileProblem, (fakePeer: FakePeer, other: FakePeer) => void>> = {
  "another-address": (fakePeer, other) => {
    fakePeer.answerProfile = (_request, response) =>
      answerJson(response, 200, profileOf(other, fakePeer.url));
  },
  unreachable: (fakePeer) => {
    fakePeer.answerProfile = (_request, response) => void response.destroy();
  },
  "not-found": (fakePeer) => {
    fakePeer.answerProfile = (_request, response) => answerJson(response, 404, { error: "NODE_NOT_FOUND" });
  },
  failure: (fakePeer) => {
    fakePeer.answerProfile = (_request, response) =>
      answerJson(response, 500, profileOf(fakePeer, fakePeer.url));
  },
  "not-json": (fakePeer) => {
    fakePeer.answerProfile = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<html>${fakePeer.address}</html>`);
    };
  },
  "no-address": (fakePeer) => {
    fakePeer.answerProfile = (_request, response) =>
      answerJson(response, 200, { ...profileOf(fakePeer, fakePeer.url), address: undefined });
  },
  "too-large": (fakePeer) => {
    fakePeer.answerProfile = (_request, response) =>
      answerAtLength(response, profileOf(fakePeer, fakePeer.url));
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
        async run(context) {
          const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
          spoil(fakePeer, other);
          const reply = await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
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
        async run(context) {
          const [fakePeer, other] = [context.fakePeer(), context.fakePeer()];
          spoil(fakePeer, other);
          const reply = await tryOwnFollow(
            context,
            fakePeer,
            signBy(context.owner, ownFollowOf(context, fakePeer)),
          );
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

/** What is no HTTPS base URL of a node, by what is wrong with it; `at` is a host and path that would be right. */
const wrongs: Readonly<Record<string, (at: string) => readonly string[]>> = {
  http: (at) => [`http://${at}`, `HTTP://${at}`],
  "other-scheme": (at) => [`ftp://${at}`, `wss://${at}`, "javascript:alert(1)", "data:text/plain,x"],
  "no-url": (at) => ["", "node", at, `//${at}`, "https://", "https:///ewp"],
  credentials: (at) => [`https://somebody:secret@${at}`, `https://somebody@${at}`],
};

export const followUrls: readonly Check[] = [
  ...Object.entries(wrongs).map(
    ([what, write]): Check => ({
      id: `follow-url-${what}`,
      controls: ["follow"],
      section: "4.5",
      title: `a URL field is INVALID_URL_FORMAT: ${what.replaceAll("-", " ")}`,
      async run(context) {
        for (const field of ["followerUrl", "followeeUrl"]) {
          for (const url of write(withoutScheme(context.fakePeer()))) {
            const fakePeer = context.fakePeer();
            const body = signBy(fakePeer, followOf(context, fakePeer, { [field]: url }));
            expectError(
              await tryFollow(context, fakePeer, body),
              "INVALID_URL_FORMAT",
              `for ${field} ${url}`,
            );
          }
        }
      },
    }),
  ),
  {
    id: "follow-url-trailing-slash",
    section: "4.5",
    title: "a URL with a slash at its end is the same node",
    needs: ["peer"],
    async run(context) {
      const fakePeer = context.fakePeer();
      const urls = {
        followerUrl: `${fakePeer.url}/`,
        followeeUrl: `${context.info.url.replace(/\/+$/, "")}/`,
      };
      expectAccepted(await tryFollow(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer, urls))));
    },
  },
];

function withoutScheme({ url }: FakePeer): string {
  return url.replace(/^https:\/\//, "");
}
