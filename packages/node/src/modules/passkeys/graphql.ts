import { requireFreshSession } from "../../domain/access/fresh-session.ts";
import { parseId } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { deviceOf, needsFreshSession, Session } from "../../graphql/node/access.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import {
  createPasskey,
  listPasskeys,
  type PasskeyView,
  prepareNewPasskey,
  removePasskey,
} from "./passkeys.ts";
import { hasPasskey, preparePasskeySignIn, signInWithPasskey } from "./sign-in.ts";

const Passkey = defineObject<PasskeyView>("Passkey", {
  description: "A passkey (WebAuthn), with which the owner signs in. It signs no posts.",
  fields: {
    id: "ID!",
    label: ["String!", "The owner's name for it."],
    host: ["String!", "The host name at which it signs in."],
    createdAt: "DateTime!",
    lastUsedAt: "DateTime",
  },
});

addQuery("passkeys", {
  type: [Passkey],
  access: "owner",
  description: "Newest first.",
  resolve: (_args, { node }) => listPasskeys(node),
});

addQuery("hasPasskey", {
  type: "Boolean",
  access: "public",
  description: "Whether the owner can sign in with a passkey at the host of the page that asks.",
  resolve: (_args, { node, signInSite }) => hasPasskey(node, signInSite),
});

addQuery("getNewPasskeyOptions", {
  type: "JSON",
  access: "owner",
  cost: 50,
  description: `What a browser needs to make a passkey, for \`PublicKeyCredential.parseCreationOptionsFromJSON\`: for five minutes and one passkey. ${needsFreshSession}`,
  resolve: async (_args, { node, caller, signInSite }) => {
    await requireFreshSession(node, caller);
    return await prepareNewPasskey(node, signInSite);
  },
});

addQuery("getPasskeyOptions", {
  type: "JSON",
  access: "public",
  cost: 50,
  description:
    "What a browser needs to sign in with a passkey, for `PublicKeyCredential.parseRequestOptionsFromJSON`: for five minutes and one sign-in.",
  resolve: (_args, { node, signInSite }) => preparePasskeySignIn(node, signInSite),
});

addMutation("createPasskey", {
  type: Passkey,
  access: "owner",
  cost: 50,
  description: needsFreshSession,
  input: (t) => ({
    label: t.string({ required: true, description: "The owner's own name for it." }),
    response: t.field({ type: "JSON", required: true, description: "The new credential, as its `toJSON`." }),
  }),
  resolve: async (input, { node, caller, signInSite }) => {
    await requireFreshSession(node, caller);
    return await createPasskey(node, { ...input, ...signInSite });
  },
});

addMutation("destroyPasskey", {
  type: "Boolean",
  access: "owner",
  description: "Removes a passkey. Sessions go on.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => removePasskey(node, parseId(input.id)).then(() => true),
});

addMutation("signInWithPasskey", {
  type: Session,
  access: "public",
  cost: 50,
  description: "Opens a session as `signInWithEthereum` does. Posts are signed only by the owner's key.",
  input: (t) => ({
    response: t.field({ type: "JSON", required: true, description: "The credential, as its `toJSON`." }),
  }),
  resolve: async (input, { node, signInSite, session, ...request }) => {
    const opened = await signInWithPasskey(node, { ...input, ...signInSite, device: deviceOf(request) });
    session.open(opened.token, opened.expiresAt);
    return opened;
  },
});
