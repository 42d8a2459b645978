import type { Check } from "../check.ts";
import { expectError, expectStatus, expectThat } from "../expectations.ts";

/** How the formats of an avatar begin (spec 4.2). */
const beginnings: Readonly<Record<string, RegExp>> = {
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG/,
  "image/webp": /^RIFF[\s\S]{4}WEBP/,
  "image/gif": /^GIF8[79]a/,
};

export const profileAndAvatar: readonly Check[] = [
  {
    id: "profile-answers",
    section: "4.1",
    title: "the profile is answered 200 as JSON",
    form: "both",
    async run({ node }) {
      const reply = await node.get("/ewp/profile");
      expectStatus(reply, 200);
      const type = reply.headers["content-type"] ?? "";
      expectThat(/^application\/json\s*(;|$)/i.test(type), "application/json", type);
    },
  },
  {
    id: "profile-ignores-query",
    section: "4.1",
    title: "the profile takes no parameters: a query changes nothing",
    async run({ node }) {
      const [plainReply, asked] = [
        await node.get("/ewp/profile"),
        await node.get("/ewp/profile?limit=x&since=y"),
      ];
      expectThat(
        plainReply.body.equals(asked.body),
        "the same profile with and without a query",
        "another one",
      );
    },
  },
  {
    id: "avatar",
    section: "4.2",
    title: "the avatar is a JPEG, PNG, WebP or GIF, or 404 AVATAR_NOT_SET",
    async run({ node }) {
      const reply = await node.get("/ewp/avatar");
      if (reply.status !== 200) return expectError(reply, "AVATAR_NOT_SET");
      const type = reply.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
      const beginning = beginnings[type];
      expectThat(beginning !== undefined, "image/jpeg, image/png, image/webp or image/gif", type);
      expectThat(beginning.test(reply.body.toString("latin1")), `the bytes of ${type}`, "other bytes");
    },
  },
  {
    id: "version-of-profile",
    section: "9",
    title: "the profile says protocol version 1",
    async run({ node }) {
      const { json } = await node.get("/ewp/profile");
      const version =
        typeof json === "object" && json !== null && "ewpVersion" in json ? json.ewpVersion : undefined;
      expectThat(version === "1", 'the text "1"', version);
    },
  },
  {
    id: "version-not-in-path",
    section: "9",
    title: "the path has no version segment",
    async run({ node }) {
      expectError(await node.get("/ewp/v1/profile"), "NOT_FOUND");
      expectError(await node.get("/ewp/1/profile"), "NOT_FOUND");
    },
  },
];
