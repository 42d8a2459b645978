import type { Address, TypedData } from "@freehold/protocol";
import { graphql } from "../../../graphql.ts";
import type { SignedMessage } from "../../../signing/message-dialog.tsx";

/** The owner's profile, and how many nodes hear of a change. */
export interface OwnProfile {
  readonly address: Address;
  readonly title: string;
  readonly url: string;
  readonly description: string | null;
  /** Null where there is no picture. */
  readonly avatarUrl: string | null;
  readonly recipients: number;
}

/** What a profile says, as it is typed. */
export interface ProfileText {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** @throws AskError */
export async function readOwnProfile(signal: AbortSignal): Promise<OwnProfile> {
  const { profile, profileRecipients } = await graphql<{
    profile: Omit<OwnProfile, "recipients">;
    profileRecipients: number;
  }>(query, {}, signal);
  return { ...profile, recipients: profileRecipients };
}

/** What the owner signs for a new profile: a message for each form that somebody connected understands. */
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

/** What came of a new profile. */
export interface SentProfile {
  /** How many nodes it is brought to. */
  readonly recipients: number;
  /** How many read it themselves some time. */
  readonly readers: number;
}

/** Keeps the signed profile and sends it to everybody who is connected. */
export async function sendProfile(messages: readonly SignedMessage[]): Promise<SentProfile> {
  return (await graphql<{ updateProfile: SentProfile }>(updateMutation, { input: { messages } }))
    .updateProfile;
}

const query = /* GraphQL */ `
  query OwnProfile {
    profile {
      address
      title
      url
      description
      avatarUrl
    }
    profileRecipients
  }
`;
const toSignQuery = /* GraphQL */ `
  query ProfileToSign($title: String, $url: String, $description: String) {
    profile {
      address
    }
    profileToSign(title: $title, url: $url, description: $description) {
      typedData
    }
  }
`;
const updateMutation = /* GraphQL */ `
  mutation UpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      recipients
      readers
    }
  }
`;
