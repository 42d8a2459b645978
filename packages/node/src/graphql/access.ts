import type { Caller } from "../domain/access/callers.ts";
import { scopes } from "../domain/access/callers.ts";
import { signIn, signOut } from "../domain/access/sign-in.ts";
import { readSignInMessage } from "../domain/access/sign-in-message.ts";
import type { TokenView } from "../domain/access/tokens.ts";
import {
  type CreatedToken,
  createIntegrationToken,
  listTokens,
  revokeToken,
} from "../domain/access/tokens.ts";
import { builder } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";

const CallerKind = builder.enumType("CallerKind", {
  values: {
    ANONYMOUS: { value: "anonymous", description: "Anybody." },
    CLIENT: { value: "client", description: "The owner, in a session." },
    INTEGRATION: { value: "integration", description: "A program with a token of the owner's." },
  } as const,
});

const Viewer = builder.objectRef<Caller>("Viewer").implement({
  description: "Whoever sent this request, as the node sees them.",
  fields: (t) => ({
    kind: t.expose("kind", { type: CallerKind }),
    tokenId: t.id({
      nullable: true,
      resolve: (caller) => (caller.kind === "anonymous" ? null : caller.tokenId),
    }),
    scopes: t.stringList({
      description: "What a program may do; the owner may do everything.",
      resolve: (caller) => (caller.kind === "integration" ? [...caller.scopes] : []),
    }),
  }),
});

addQuery("viewer", {
  type: Viewer,
  access: "public",
  resolve: (_args, { caller }) => caller,
});

const SiweMessage = builder.objectRef<{ message: string; expiresAt: string }>("SiweMessage").implement({
  description: "A message of Sign-In with Ethereum (EIP-4361), good for one sign-in.",
  fields: (t) => ({
    message: t.exposeString("message"),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});

addQuery("getSiweMessage", {
  type: SiweMessage,
  access: "public",
  cost: 50,
  description: "What the owner signs with `personal_sign` to sign in. It names the page that asks.",
  args: (t) => ({ address: t.arg.string({ required: true }) }),
  resolve: ({ address }, { node, signInSite, ip }) => readSignInMessage(node, { address, ...signInSite, ip }),
});

const Session = builder
  .objectRef<{ token: string; tokenId: string; expiresAt: string }>("Session")
  .implement({
    description: "A session of the owner. A browser has it as a cookie already, and need not keep the token.",
    fields: (t) => ({
      token: t.exposeString("token"),
      tokenId: t.exposeID("tokenId"),
      expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    }),
  });

addMutation("signInWithEthereum", {
  type: Session,
  access: "public",
  cost: 50,
  input: (t) => ({
    message: t.string({ required: true, description: "As `getSiweMessage` gave it." }),
    signature: t.string({ required: true, description: "65 bytes in hex, with 0x." }),
  }),
  resolve: async (input, { node, signInSite, agent, session }) => {
    const opened = await signIn(node, { ...input, ...signInSite, agent });
    session.open(opened.token, opened.expiresAt);
    return opened;
  },
});

builder.mutationField("signOut", (t) =>
  t.boolean({
    access: "public",
    description: "Ends the session that this request came with.",
    resolve: async (_root, _args, { node, caller, session }) => {
      await signOut(node, caller);
      session.close();
      return true;
    },
  }),
);

const TokenKind = builder.enumType("TokenKind", {
  values: { CLIENT: { value: "client" }, INTEGRATION: { value: "integration" } } as const,
});

const Token = builder.objectRef<TokenView>("Token").implement({
  description: "A session, or a program's token; the token itself is shown once.",
  fields: (t) => ({
    id: t.exposeID("id"),
    kind: t.expose("kind", { type: TokenKind }),
    label: t.exposeString("label", {
      nullable: true,
      description: "The owner's name for a program; of a session, the browser that it was begun in.",
    }),
    scopes: t.stringList({ resolve: ({ scopes: own }) => [...own] }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime", nullable: true }),
    isExpired: t.exposeBoolean("isExpired"),
    lastUsedAt: t.expose("lastUsedAt", { type: "DateTime", nullable: true }),
  }),
});

addQuery("tokens", {
  type: [Token],
  access: "owner",
  description: "Programs' tokens, then sessions, each newest first.",
  resolve: (_args, { node }) => listTokens(node),
});

const IntegrationToken = builder.objectRef<CreatedToken>("IntegrationToken").implement({
  fields: (t) => ({
    token: t.exposeString("token", { description: "It is shown this once." }),
    details: t.field({ type: Token, resolve: (created) => created }),
  }),
});

addMutation("generateIntegrationToken", {
  type: IntegrationToken,
  access: "owner",
  input: (t) => ({
    label: t.string({ required: true, description: "The owner's own name for it." }),
    scopes: t.stringList({ required: true, description: `Out of ${scopes.join(", ")}.` }),
    expiresInSeconds: t.int({ description: "Null: until it is revoked." }),
  }),
  resolve: ({ label, scopes: wanted, expiresInSeconds }, { node }) =>
    createIntegrationToken(node, { label, scopes: wanted, expiresInSeconds: expiresInSeconds ?? null }),
});

addMutation("revokeToken", {
  type: "Boolean",
  access: "owner",
  description: "Ends a session or a program's token: the next request with it is refused.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: (input, { node }) => revokeToken(node, input.id).then(() => true),
});
