import type { Address, TypedData } from "@freehold/protocol";
import { graphql, graphqlField } from "../../../graphql.ts";
import type { SignedMessage } from "../../../signing/message-dialog.tsx";

/** The owner's profile, and the number of nodes that are sent a change. */
export interface OwnProfile {
  readonly address: Address;
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  /** Null where there is no picture. */
  readonly avatarUrl: string | null;
  readonly recipients: number;
}

/** The profile's fields as entered. */
export interface ProfileText {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** @throws ApiError */
export async function readOwnProfile(signal: AbortSignal): Promise<OwnProfile> {
  const { profile, profileRecipients } = await graphql<{
    profile: Omit<OwnProfile, "recipients">;
    profileRecipients: number;
  }>(query, {}, signal);
  return { ...profile, recipients: profileRecipients };
}

/** The messages to sign for a new profile: one for each message form that a connected node understands. */
export async function prepareProfile(
  text: ProfileText,
  signal: AbortSignal,
): Promise<{ owner: string; messages: readonly TypedData[] }> {
  const { profile, profileToSign } = await graphql<{
    profile: { readonly address: string };
    profileToSign: readonly { readonly typedData: TypedData }[];
  }>(toSignQuery, { ...text }, signal);
  return { owner: profile.address, messages: profileToSign.map(({ typedData }) => typedData) };
}

/** The result of a profile update. */
export interface SentProfile {
  /** The number of nodes it is sent to. */
  readonly recipients: number;
  /** The number of nodes that will read it later. */
  readonly readers: number;
}

/** Saves the signed profile and sends it to every connected node. */
export async function sendProfile(messages: readonly SignedMessage[]): Promise<SentProfile> {
  return await graphqlField<SentProfile>(updateMutation, { input: { messages } });
}

const query = /* GraphQL */ `
  query OwnProfile { profile { address title url description avatarUrl } profileRecipients }
`;
const toSignQuery = /* GraphQL */ `
  query ProfileToSign($title: String, $url: String, $description: String) {
    profile { address }
    profileToSign(title: $title, url: $url, description: $description) { typedData }
  }
`;
const updateMutation = /* GraphQL */ `
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) { recipients readers }
  }
`;
