import type { Address, TypedData } from "@freehold/protocol";
import { graphqlField, mutation } from "../../../graphql.ts";
import type { SignedMessage } from "../../../signing/use-message-signing.ts";

/** The owner's profile. */
export interface OwnProfile {
  readonly address: Address;
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  /** Null where there is no picture. */
  readonly avatarUrl: string | null;
}

/** The profile that is edited, and what to call when it changed. */
export interface ProfileProps {
  readonly profile: OwnProfile;
  readonly onChanged: () => Promise<unknown>;
}

/** The profile's fields as entered. */
export type ProfileText = Readonly<Record<"title" | "url" | "description", string>>;

/** The messages to sign for a new profile: one for each message form that a connected node understands. */
export async function prepareProfile(text: ProfileText, signal: AbortSignal) {
  const toSign = await graphqlField<{ typedData: TypedData }[]>(toSignQuery, text, signal);
  return { messages: toSign.map(({ typedData }) => typedData) };
}

/** Saves the signed profile and sends it to every connected node. The result counts nodes: sent to, and read later. */
export const sendProfile = mutation<
  { messages: readonly SignedMessage[]; force?: boolean },
  { recipients: number; readers: number }
>(/* GraphQL */ `
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) { recipients readers }
  }
`);

/** The profile, and as `recipients` the number of nodes that are sent a change. */
export const profileQuery = /* GraphQL */ `
  query OwnProfile { profile { address title url description avatarUrl } recipients: profileRecipients }
`;
const toSignQuery = /* GraphQL */ `
  query ProfileToSign($title: String, $url: String, $description: String) {
    profileToSign(title: $title, url: $url, description: $description) { typedData }
  }
`;
