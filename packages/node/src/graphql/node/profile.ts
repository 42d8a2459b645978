import { EwpError, joinNodeUrl, type NodeProfile } from "@freehold/protocol";
import { limits } from "../../domain/limits.ts";
import { readAvatar, setAvatar } from "../../domain/profile/avatar.ts";
import { requireOwner, toNodeProfile } from "../../domain/profile/owner.ts";
import {
  countProfileRecipients,
  prepareProfileUpdate,
  type UpdatedProfile,
  updateOwnProfile,
} from "../../domain/profile/update-profile.ts";
import type { MetadataKind } from "../../pictures/cleaning-plan.ts";
import { services } from "../../services.ts";
import { collectUpload } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { MessageToSignRef, signedMessages, toMessageToSign } from "../people/signed-message.ts";
import { MetadataKindRef } from "../publications/publications.ts";

/** A profile; in the answer that changes the picture, also the kinds of data that were removed from it. */
type ProfileView = NodeProfile & { readonly removedMetadata?: readonly MetadataKind[] };

export const Profile = defineObject<ProfileView>("Profile", {
  description: "The profile of the owner and this node.",
  fields: {
    address: "Address!",
    url: "String!",
    title: "String!",
    description: "String",
    ewpVersion: "String!",
    createdAt: "DateTime!",
    updatedAt: "DateTime!",
  },
  computed: (t) => ({
    removedMetadata: t.field({
      type: [MetadataKindRef],
      description:
        "What was removed from the picture before it was stored, in the answer to `updateAvatar`; else empty.",
      resolve: ({ removedMetadata = [] }) => removedMetadata,
    }),
    avatarUrl: t.string({
      nullable: true,
      cost: 1,
      description: "The URL of the avatar; null where there is none.",
      resolve: async ({ url }, _args, { node }) => {
        try {
          await readAvatar(node);
          return joinNodeUrl(url, "/ewp/avatar");
        } catch (error) {
          if (error instanceof EwpError && error.code === "AVATAR_NOT_SET") return null;
          throw error;
        }
      },
    }),
  }),
});

addQuery("profile", {
  type: Profile,
  access: "public",
  resolve: async (_args, { node }) => toNodeProfile(await requireOwner(node)),
});

addQuery("profileToSign", {
  type: [MessageToSignRef],
  access: "manage:settings",
  description: "A changed profile, in each form that a connected node understands. Sign all of them.",
  args: (t) => ({
    url: t.arg.string(),
    title: t.arg.string(),
    description: t.arg.string({ description: "Empty for no description." }),
  }),
  resolve: async ({ url, title, description }, { node }) => {
    const changes = {
      url: url ?? undefined,
      title: title ?? undefined,
      description: description ?? undefined,
    };
    const { meaning, forms } = await prepareProfileUpdate(node, changes);
    return forms.map((form) => toMessageToSign("NodeProfileUpdate", meaning, form));
  },
});

addQuery("profileRecipients", {
  type: "Int",
  access: "manage:settings",
  description: "The number of nodes that get a changed profile: followers and followed nodes, each once.",
  resolve: (_args, { node }) => countProfileRecipients(node),
});

const UpdatedProfileRef = defineObject<UpdatedProfile>("UpdatedProfile", {
  fields: {
    recipients: ["Int!", "The number of nodes that this node sends it to."],
    readers: ["Int!", "The number of nodes that read it later, because it is not signed in their form."],
  },
  computed: (t) => ({
    profile: t.field({ type: Profile, resolve: ({ profile }) => toNodeProfile(profile) }),
  }),
});

addMutation("updateProfile", {
  type: UpdatedProfileRef,
  access: "manage:settings",
  input: (t) => ({
    ...signedMessages(t, "The signed messages from `profileToSign`."),
    force: t.boolean({
      description:
        "Accepts an address at which this node does not respond. Otherwise a new address is tried first, which can take a minute.",
    }),
  }),
  resolve: async ({ messages, force }, { node, signal }) =>
    await updateOwnProfile(node, messages, async (address) => {
      if (!force) await services().requireLeadsHere(node, { ...address, signal });
    }),
});

addMutation("broadcastProfileUpdate", {
  type: UpdatedProfileRef,
  access: "manage:settings",
  description: "Sends the current profile to every connected node.",
  input: (t) => signedMessages(t, "The signed messages from `profileToSign`, called without changes."),
  resolve: async (input, { node, signal }) =>
    await updateOwnProfile(node, input.messages, (address) =>
      services().requireLeadsHere(node, { ...address, signal }),
    ),
});

addMutation("updateAvatar", {
  type: Profile,
  access: "manage:settings",
  input: (t) => ({
    file: t.field({
      type: "Upload",
      description: "JPEG, PNG, WebP or GIF, up to 2 MB; null removes the avatar.",
    }),
  }),
  resolve: async ({ file }, { node }) => {
    const removedMetadata = await setAvatar(node, file ? await collectUpload(file, avatarBytes) : null);
    return { ...toNodeProfile(await requireOwner(node)), removedMetadata };
  },
});

/** One byte over the limit shows that the file is too large. */
const avatarBytes = limits.avatarBytes + 1;
