import { EwpError, joinNodeUrl, type NodeProfile } from "@freehold/protocol";
import { limits } from "../domain/limits.ts";
import { readAvatar, setAvatar } from "../domain/profile/avatar.ts";
import { requireOwner, toNodeProfile } from "../domain/profile/owner.ts";
import {
  countProfileRecipients,
  prepareProfileUpdate,
  type UpdatedProfile,
  updateOwnProfile,
} from "../domain/profile/update-profile.ts";
import { builder, collectUpload } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { MessageToSignRef, SignedMessageInput, toMessageToSign } from "./signed-message.ts";

const Profile = builder.objectRef<NodeProfile>("Profile").implement({
  description: "Whose node this is.",
  fields: (t) => ({
    address: t.expose("address", { type: "Address" }),
    url: t.exposeString("url"),
    title: t.exposeString("title"),
    description: t.exposeString("description", { nullable: true }),
    avatarUrl: t.string({
      nullable: true,
      cost: 1,
      description: "Where the avatar is, if there is one.",
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
    ewpVersion: t.exposeString("ewpVersion"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
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
  description: "A changed profile, in each form that somebody connected understands. Sign all of them.",
  args: (t) => ({
    url: t.arg.string(),
    title: t.arg.string(),
    description: t.arg.string({ description: "Empty for none." }),
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
  description: "How many nodes hear of a changed profile: followers and followed ones, each once.",
  resolve: (_args, { node }) => countProfileRecipients(node),
});

const UpdatedProfileRef = builder.objectRef<UpdatedProfile>("UpdatedProfile").implement({
  fields: (t) => ({
    profile: t.field({ type: Profile, resolve: ({ profile }) => toNodeProfile(profile) }),
    recipients: t.exposeInt("recipients", { description: "How many nodes it is brought to." }),
    readers: t.exposeInt("readers", {
      description: "How many read it themselves some time, for it is not signed in their form.",
    }),
  }),
});

addMutation("updateProfile", {
  type: UpdatedProfileRef,
  access: "manage:settings",
  input: (t) => ({
    messages: t.field({
      type: [SignedMessageInput],
      required: true,
      description: "What `profileToSign` gave, signed.",
    }),
  }),
  resolve: (input, { node }) => updateOwnProfile(node, input.messages),
});

addMutation("broadcastProfileUpdate", {
  type: UpdatedProfileRef,
  access: "manage:settings",
  description: "Brings the profile as it stands to every connected node.",
  input: (t) => ({
    messages: t.field({
      type: [SignedMessageInput],
      required: true,
      description: "What `profileToSign` gave without a change, signed.",
    }),
  }),
  resolve: (input, { node }) => updateOwnProfile(node, input.messages),
});

addMutation("updateAvatar", {
  type: Profile,
  access: "manage:settings",
  input: (t) => ({
    file: t.field({ type: "Upload", description: "JPEG, PNG, WebP or GIF, up to 2 MiB; null for none." }),
  }),
  resolve: async ({ file }, { node }) => {
    await setAvatar(node, file ? await collectUpload(file, avatarBytes) : null);
    return toNodeProfile(await requireOwner(node));
  },
});

/** One byte more than an avatar may have tells that there are too many. */
const avatarBytes = limits.avatarBytes + 1;
