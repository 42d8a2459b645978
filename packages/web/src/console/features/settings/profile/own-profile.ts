import { graphql, type ReplyOf } from "@freehold/client";
import { parseTypedData } from "../../../../signing/account.ts";
import { askField, mutation } from "../../../graphql.ts";

/** The owner's profile. */
export type OwnProfile = ReplyOf<typeof profileQuery>["profile"];

/** The profile that is edited, and the function to call when it changed. */
export interface ProfileProps {
  readonly profile: OwnProfile;
  readonly onChanged: () => Promise<unknown>;
}

/** The profile's fields as entered. */
export type ProfileText = Readonly<Record<"title" | "url" | "description", string>>;

/** The messages to sign for a new profile: one for each message form that a connected node understands. */
export async function prepareProfile(text: ProfileText, signal: AbortSignal) {
  const toSign = await askField(toSignQuery, text, signal);
  return { messages: toSign.map(({ typedData }) => parseTypedData(typedData)) };
}

/** Saves the signed profile and sends it to every connected node. The result counts nodes: sent to, and read later. */
export const sendProfile = mutation(
  graphql(`mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) { recipients readers }
  }`),
);

/** The profile, and as `recipients` the number of nodes that are sent a change. */
export const profileQuery = graphql(
  "query OwnProfile { profile { address title url description avatarUrl } recipients: profileRecipients }",
);
const toSignQuery = graphql(`query ProfileToSign($title: String, $url: String, $description: String) {
  profileToSign(title: $title, url: $url, description: $description) { typedData }
}`);
