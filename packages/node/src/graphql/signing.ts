import { limits } from "../domain/limits.ts";
import {
  prepareSignatures,
  requireKnown,
  type WantedSignature,
} from "../domain/publications/prepare-signatures.ts";
import { signPublication, signPublications } from "../domain/publications/sign.ts";
import { builder, parseId } from "./builder.ts";
import { addMutation, addQuery } from "./operations.ts";
import { describePublication, PublicationRef } from "./publications.ts";
import {
  type MessageToSign,
  MessageToSignRef,
  SignedMessageInput,
  toMessageToSign,
} from "./signed-message.ts";

interface ToSign {
  id: string;
  message: MessageToSign;
}

const PublicationToSign = builder.objectRef<ToSign>("PublicationToSign").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    message: t.expose("message", { type: MessageToSignRef }),
  }),
});

addQuery("publicationsToSign", {
  type: [PublicationToSign],
  access: "sign:publications",
  cost: 50,
  description:
    "What the owner signs for these publications, in the order in which they will stand in the index. A program names the hash of each draft among them.",
  args: (t) => ({ ids: t.arg.idList({ required: true }), contentHashes: t.arg.stringList() }),
  resolve: async ({ ids, contentHashes }, { node, caller }): Promise<ToSign[]> => {
    const wanted = ids.slice(0, limits.signaturesAtOnce).map((id, place) => ({
      id: parseId(String(id)),
      contentHash: contentHashes?.[place] ?? null,
    }));
    await requireKnown(node, wanted, caller);
    const meanings = await prepareSignatures(node, ids.map(String).map(parseId));
    return meanings.map((meaning, index) => ({
      id: String(ids[index]),
      message: toMessageToSign("StatementOfSource", meaning),
    }));
  },
});

type Signed = Awaited<ReturnType<typeof signPublication>>;

const SignedPublication = builder.objectRef<Signed>("SignedPublication").implement({
  fields: (t) => ({
    publication: t.field({
      type: PublicationRef,
      resolve: ({ publication }, _args, { node }) => describePublication(node, publication),
    }),
    recipients: t.exposeInt("recipients", { description: "How many followers it goes to." }),
  }),
});

const SignPublicationInput = addMutation("signPublication", {
  type: SignedPublication,
  access: "sign:publications",
  cost: 20,
  description: "Signs a publication with what the owner's wallet made of `publicationsToSign`.",
  input: (t) => ({
    id: t.id({ required: true }),
    message: t.field({ type: SignedMessageInput, required: true }),
  }),
  resolve: async ({ id, message }, { node, caller }) => {
    await requireKnown(node, [wantedBy({ id, message })], caller);
    return await signPublication(node, parseId(id), message);
  },
});

/** The hash as it stands in what was signed, which is checked after this. */
function wantedBy({ id, message }: typeof SignPublicationInput.$inferInput): WantedSignature {
  const { contentHash } = Object(Object(message.typedData).message) as { contentHash?: unknown };
  return { id: parseId(id), contentHash: typeof contentHash === "string" ? contentHash : null };
}

addMutation("signPublications", {
  type: [SignedPublication],
  access: "sign:publications",
  cost: 50,
  description: "Signs several in the given order, all of them or none.",
  input: (t) => ({ publications: t.field({ type: [SignPublicationInput], required: true }) }),
  resolve: async ({ publications }, { node, caller }) => {
    await requireKnown(node, publications.slice(0, limits.signaturesAtOnce).map(wantedBy), caller);
    return await signPublications(
      node,
      publications.map(({ id, message }) => ({ id: parseId(id), envelope: message })),
    );
  },
});
