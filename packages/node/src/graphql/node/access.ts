import type { Caller } from "../../domain/access/callers.ts";
import { requireFreshSession } from "../../domain/access/fresh-session.ts";
import { scopes } from "../../domain/access/scopes.ts";
import { type NewSession, type SignInDevice, signIn, signOut } from "../../domain/access/sign-in.ts";
import { readSignInMessage } from "../../domain/access/sign-in-message.ts";
import {
  type CreatedToken,
  createIntegrationToken,
  listTokens,
  revokeToken,
  type TokenView,
} from "../../domain/access/tokens.ts";
import { builder } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import type { RequestContext } from "../request-context.ts";

const CallerKind = defineEnum("CallerKind", {
  anonymous: "A client without a session or a token.",
  client: "The owner, in a session.",
  integration: "A program with an integration token.",
});

const Viewer = defineObject<Caller>("Viewer", {
  description: "The caller of this request.",
  fields: { kind: CallerKind },
  computed: (t) => ({
    tokenId: t.id({
      nullable: true,
      resolve: (caller) => (caller.kind === "anonymous" ? null : caller.tokenId),
    }),
    scopes: t.stringList({
      description: "The scopes of a program; the owner may do everything.",
      resolve: (caller) => (caller.kind === "integration" ? [...caller.scopes] : []),
    }),
  }),
});

addQuery("viewer", {
  type: Viewer,
  access: "public",
  resolve: (_args, { caller }) => caller,
});

const SiweMessage = defineObject<{ message: string; expiresAt: string }>("SiweMessage", {
  description: "A message of Sign-In with Ethereum (EIP-4361) for one sign-in.",
  fields: { message: "String!", expiresAt: "DateTime!" },
});

addQuery("getSiweMessage", {
  type: SiweMessage,
  access: "public",
  cost: 50,
  description:
    "The message that the owner signs with `personal_sign` to sign in. It names the page that asks.",
  args: (t) => ({ address: t.arg.string({ required: true }) }),
  resolve: ({ address }, { node, signInSite }) => readSignInMessage(node, { address, ...signInSite }),
});

/** A session that was just opened. */
export const Session = defineObject<NewSession>("Session", {
  description: "A session of the owner. A browser also gets it as a cookie, and need not store the token.",
  fields: { token: "String!", tokenId: "ID!", expiresAt: "DateTime!" },
});

addMutation("signInWithEthereum", {
  type: Session,
  access: "public",
  cost: 50,
  input: (t) => ({
    message: t.string({ required: true, description: "The message from `getSiweMessage`." }),
    signature: t.string({ required: true, description: "65 bytes in hex, with 0x." }),
  }),
  resolve: async (input, { node, signInSite, session, ...request }) => {
    const opened = await signIn(node, { ...input, ...signInSite, device: deviceOf(request) });
    session.open(opened.token, opened.expiresAt);
    return opened;
  },
});

/** The device of a sign-in. An existing session is replaced. */
export function deviceOf({ agent, caller }: Pick<RequestContext, "agent" | "caller">): SignInDevice {
  return { agent, replaces: caller.kind === "client" ? caller.tokenId : null };
}

builder.mutationField("signOut", (t) =>
  t.boolean({
    access: "public",
    description: "Ends the session of this request.",
    resolve: async (_root, _args, { node, caller, session }) => {
      await signOut(node, caller);
      session.close();
      return true;
    },
  }),
);

/** The sentence about operations of which `requireFreshSession` is asked. */
export const needsFreshSession =
  "It needs a sign-in of the last ten minutes: REAUTHENTICATION_REQUIRED otherwise.";

const Token = defineObject<TokenView>("Token", {
  description: "A session or an integration token, without the secret token itself.",
  fields: {
    id: "ID!",
    kind: defineEnum("TokenKind", ["client", "integration"]),
    label: ["String", "The owner's name for a program, or the browser that started a session."],
    scopes: "[String!]!",
    createdAt: "DateTime!",
    expiresAt: "DateTime",
    isExpired: "Boolean!",
    lastUsedAt: "DateTime",
  },
});

addQuery("tokens", {
  type: [Token],
  access: "owner",
  description: "Integration tokens, then sessions, each newest first.",
  resolve: (_args, { node }) => listTokens(node),
});

const IntegrationToken = defineObject<CreatedToken>("IntegrationToken", {
  fields: { token: ["String!", "It is shown only once."] },
  computed: (t) => ({ details: t.field({ type: Token, resolve: (created) => created }) }),
});

addMutation("generateIntegrationToken", {
  type: IntegrationToken,
  access: "owner",
  description: `Makes a token for a program. ${needsFreshSession}`,
  input: (t) => ({
    label: t.string({ required: true, description: "The owner's own name for it." }),
    scopes: t.stringList({ required: true, description: `One or more of ${scopes.join(", ")}.` }),
    expiresInSeconds: t.int({ description: "Null: until it is revoked." }),
  }),
  resolve: async ({ expiresInSeconds = null, ...input }, { node, caller }) => {
    await requireFreshSession(node, caller);
    return await createIntegrationToken(node, { ...input, expiresInSeconds });
  },
});

addMutation("revokeToken", {
  type: "Boolean",
  access: "owner",
  description: "Ends a session or an integration token: the next request with it is refused.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => revokeToken(node, input.id).then(() => true),
});
