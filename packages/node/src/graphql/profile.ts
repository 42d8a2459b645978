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

builder.queryField("profile", (t) =>
  t.field({
    type: Profile,
    access: "public",
    resolve: async (_root, _args, { node }) => toNodeProfile(await requireOwner(node)),
  }),
);

builder.queryField("profileToSign", (t) =>
  t.field({
    type: [MessageToSignRef],
    access: "manage:settings",
    description: "A changed profile, in each form that somebody connected understands. Sign all of them.",
    args: {
      url: t.arg.string(),
      title: t.arg.string(),
      description: t.arg.string({ description: "Empty for none." }),
    },
    resolve: async (_root, { url, title, description }, { node }) => {
      const changes = {
        url: url ?? undefined,
        title: title ?? undefined,
        description: description ?? undefined,
      };
      const { meaning, forms } = await prepareProfileUpdate(node, changes);
      return forms.map((form) => toMessageToSign("NodeProfileUpdate", meaning, form));
    },
  }),
);

builder.queryField("profileRecipients", (t) =>
  t.int({
    access: "manage:settings",
    description: "How many nodes hear of a changed profile: followers and followed ones, each once.",
    resolve: (_root, _args, { node }) => countProfileRecipients(node),
  }),
);

const UpdatedProfileRef = builder.objectRef<UpdatedProfile>("UpdatedProfile").implement({
  fields: (t) => ({
    profile: t.field({ type: Profile, resolve: ({ profile }) => toNodeProfile(profile) }),
    recipients: t.exposeInt("recipients", { description: "How many nodes it is brought to." }),
    readers: t.exposeInt("readers", {
      description: "How many read it themselves some time, for it is not signed in their form.",
    }),
  }),
});

const UpdateProfileInput = builder.inputType("UpdateProfileInput", {
  fields: (t) => ({
    messages: t.field({
      type: [SignedMessageInput],
      required: true,
      description: "What `profileToSign` gave, signed.",
    }),
  }),
});

builder.mutationField("updateProfile", (t) =>
  t.field({
    type: UpdatedProfileRef,
    access: "manage:settings",
    args: { input: t.arg({ type: UpdateProfileInput, required: true }) },
    resolve: (_root, { input }, { node }) => updateOwnProfile(node, input.messages),
  }),
);

const BroadcastProfileUpdateInput = builder.inputType("BroadcastProfileUpdateInput", {
  fields: (t) => ({
    messages: t.field({
      type: [SignedMessageInput],
      required: true,
      description: "What `profileToSign` gave without a change, signed.",
    }),
  }),
});

builder.mutationField("broadcastProfileUpdate", (t) =>
  t.field({
    type: UpdatedProfileRef,
    access: "manage:settings",
    description: "Brings the profile as it stands to every connected node.",
    args: { input: t.arg({ type: BroadcastProfileUpdateInput, required: true }) },
    resolve: (_root, { input }, { node }) => updateOwnProfile(node, input.messages),
  }),
);

const UpdateAvatarInput = builder.inputType("UpdateAvatarInput", {
  fields: (t) => ({
    file: t.field({ type: "Upload", description: "JPEG, PNG, WebP or GIF, up to 2 MiB; null for none." }),
  }),
});

builder.mutationField("updateAvatar", (t) =>
  t.field({
    type: Profile,
    access: "manage:settings",
    args: { input: t.arg({ type: UpdateAvatarInput, required: true }) },
    resolve: async (_root, { input: { file } }, { node }) => {
      await setAvatar(node, file ? await collectUpload(file, avatarBytes) : null);
      return toNodeProfile(await requireOwner(node));
    },
  }),
);

/** One byte more than an avatar may have tells that there are too many. */
const avatarBytes = limits.avatarBytes + 1;
