import { isChecksumAddress, parseNodeUrl } from "@freehold/protocol";
import { type Check, defineChecks } from "../check.ts";
import { expectError, expectStatus, expectThat } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { isIsoTime } from "./index-entries.ts";
import { reads, refusal } from "./refusals.ts";

const fields = ["address", "url", "title", "description", "ewpVersion", "createdAt", "updatedAt"] as const;

/** Checks fields of the profile. `agent` is sent as `User-Agent`, from which a node recognises a reference peer. */
export function eachProfileField(
  names: readonly string[],
  expected: string,
  isRight: (value: unknown) => boolean,
  agent?: string,
): Check["run"] {
  return async ({ node }) => {
    const { json } = await node.get("/ewp/profile", agent ? { "user-agent": agent } : {});
    const profile = asRecord(json);
    for (const name of names) {
      const value = profile[name];
      const found = value === undefined ? `no ${name}` : JSON.stringify(value);
      expectThat(isRight(value), `${expected} as ${name}`, found);
    }
  };
}

/** A node may serve either form (spec 4.11); one form shows nothing about the other. */
export const formSpoken: Check = {
  id: "form-spoken",
  section: "4.11",
  decisions: 6,
  title: "the node speaks the checked form",
  form: "both",
  async run({ form, info: { forms } }) {
    const [other] = forms;
    const found = other === undefined ? "no known form" : `only the ${other} form (see --${other})`;
    expectThat(forms.includes(form), `the ${form} form`, found);
  },
};

/** The first bytes of the avatar formats (spec 4.2). */
const magicBytes: Readonly<Record<string, RegExp>> = {
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG/,
  "image/webp": /^RIFF[\s\S]{4}WEBP/,
  "image/gif": /^GIF8[79]a/,
};

/** The profile and the avatar. */
export const profileFields: readonly Check[] = [
  formSpoken,
  ...defineChecks(
    { section: "2.1" },
    {
      "profile-fields": {
        title: "the profile has every field, and each but the description is text",
        async run({ node }) {
          const profile = asRecord((await node.get("/ewp/profile")).json);
          const missing = fields.filter((name) => !Object.hasOwn(profile, name));
          expectThat(missing.length === 0, `the fields ${fields.join(", ")}`, `no ${missing.join(", ")}`);
          const odd = fields.filter((name) => name !== "description" && typeof profile[name] !== "string");
          expectThat(odd.length === 0, "text", `${odd.join(", ")} of another type`);
        },
      },
      "profile-address-checksum": {
        decisions: 1,
        title: "the address is in EIP-55 form",
        form: "both",
        run: eachProfileField(["address"], "EIP-55", isChecksumAddress),
      },
      "profile-url": {
        title: "the URL is an HTTPS base URL",
        form: "both",
        run: eachProfileField(["url"], "an HTTPS base URL", (url) => parseNodeUrl(url) !== null),
      },
      "profile-title": {
        title: "the title is text",
        form: "both",
        run: eachProfileField(["title"], "text", (title) => typeof title === "string"),
      },
      "profile-description": {
        title: "the description is text, or null when unset; it is never absent or empty",
        run: eachProfileField(
          ["description"],
          "text or null",
          (text) => text === null || (typeof text === "string" && text !== ""),
        ),
      },
      "profile-times": {
        title: "createdAt and updatedAt are ISO 8601 times in UTC",
        run: eachProfileField(["createdAt", "updatedAt"], "ISO 8601 in UTC", isIsoTime),
      },
      "profile-updated-in-seconds": {
        decisions: 4,
        title: "updatedAt has whole seconds, with .000Z at its end",
        run: eachProfileField(["updatedAt"], "a time with .000Z", (time) => String(time).endsWith(".000Z")),
      },
      "version-of-profile": {
        section: "9",
        title: "ewpVersion of the profile is 1",
        run: eachProfileField(["ewpVersion"], 'the text "1"', (version) => version === "1"),
      },
    },
  ),
  ...defineChecks(
    { section: "4.1" },
    {
      "profile-answers": {
        title: "GET /ewp/profile is answered with 200 and JSON",
        form: "both",
        async run({ node }) {
          const reply = await node.get("/ewp/profile");
          expectStatus(reply, 200);
          const type = reply.headers["content-type"] ?? "";
          expectThat(/^application\/json\s*(;|$)/i.test(type), "application/json", type);
        },
      },
      "profile-ignores-query": {
        title: "the profile has no parameters: a query changes nothing",
        async run({ node }) {
          const { body } = await node.get("/ewp/profile");
          const withQuery = await node.get("/ewp/profile?limit=x&since=y");
          expectThat(body.equals(withQuery.body), "the same profile with and without a query", "another one");
        },
      },
      avatar: {
        section: "4.2",
        title: "the avatar is a JPEG, PNG, WebP or GIF, or 404 AVATAR_NOT_SET",
        async run({ node }) {
          const reply = await node.get("/ewp/avatar");
          if (reply.status !== 200) return expectError(reply, "AVATAR_NOT_SET");
          const type = reply.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
          const magic = magicBytes[type];
          expectThat(magic !== undefined, "image/jpeg, image/png, image/webp or image/gif", type);
          expectThat(magic.test(reply.body.toString("latin1")), `the bytes of ${type}`, "other bytes");
        },
      },
      "version-not-in-path": refusal(
        "a path with a version segment",
        "NOT_FOUND",
        reads("/ewp/v1/profile", "/ewp/1/profile"),
        { section: "9" },
      ),
    },
  ),
];
