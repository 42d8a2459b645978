import { valueAt } from "@freehold/protocol/internal";
import { limits } from "../../domain/limits.ts";
import {
  prepareSignatures,
  requireKnown,
  requireShown,
} from "../../domain/publications/signing/prepare-signatures.ts";
import { signPublication, signPublications } from "../../domain/publications/signing/sign.ts";
import { readImportedToSign } from "../../domain/publications/signing/sign-imported.ts";
import { completeStoredTexts } from "../../domain/publications/texts/complete-addresses.ts";
import { describeWritten } from "../../domain/publications/visible.ts";
import { parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import {
  type MessageToSign,
  MessageToSignRef,
  SignedMessageInput,
  toMessageToSign,
} from "../people/signed-message.ts";
import { PublicationRef } from "./publications.ts";

interface ToSign {
  readonly id: string;
  readonly message: MessageToSign;
}

const PublicationToSign = defineObject<ToSign>("PublicationToSign", {
  fields: { id: "ID!", message: MessageToSignRef },
});

addQuery("publicationsToSign", {
  type: [PublicationToSign],
  access: "sign:publications",
  cost: 50,
  description:
    "The messages that the owner signs for these publications, in the order of the index. A program must give the hash of each draft; where a hash is given and the text is another one, nothing is prepared.",
  args: (t) => ({ ids: t.arg.idList({ required: true }), contentHashes: t.arg.stringList() }),
  resolve: async ({ ids, contentHashes }, { node, caller }): Promise<ToSign[]> => {
    const wanted = ids.slice(0, limits.signaturesAtOnce).map((id, index) => ({
      id: parseId(id),
      contentHash: contentHashes?.[index] ?? null,
    }));
    await requireKnown(node, wanted, caller);
    await requireShown(
      node,
      wanted,
      await completeStoredTexts(
        node,
        wanted.map(({ id }) => id),
      ),
    );
    const meanings = await prepareSignatures(node, ids.map(parseId));
    return meanings.map((meaning, index) => ({
      id: String(ids[index]),
      message: toMessageToSign("StatementOfSource", meaning),
    }));
  },
});

const SignedPublication = defineObject<Awaited<ReturnType<typeof signPublication>>>("SignedPublication", {
  fields: { recipients: ["Int!", "The number of followers that get it, counted up to 10,000."] },
  computed: (t) => ({
    publication: t.field({
      type: PublicationRef,
      resolve: ({ publication }, _args, { node }) => describeWritten(node, publication),
    }),
  }),
});

const SignPublicationInput = addMutation("signPublication", {
  type: SignedPublication,
  access: "sign:publications",
  cost: 20,
  description: "Signs a publication with the owner's signed message from `publicationsToSign`.",
  input: (t) => ({
    id: t.id({ required: true }),
    message: t.field({ type: SignedMessageInput, required: true }),
  }),
  resolve: async ({ id, message }, { node, caller }) => {
    await requireKnown(node, [wantedBy({ id, message })], caller);
    return await signPublication(node, parseId(id), message);
  },
});

/** With the hash from the signed message, which is verified later. */
function wantedBy({ id, message }: typeof SignPublicationInput.$inferInput) {
  const contentHash = valueAt(message.typedData, "message.contentHash");
  return { id: parseId(id), contentHash: typeof contentHash === "string" ? contentHash : null };
}

addMutation("signPublications", {
  type: [SignedPublication],
  access: "sign:publications",
  cost: 50,
  description: "Signs several in the given order, all of them or none.",
  input: (t) => ({
    publications: t.field({ type: [SignPublicationInput], required: true }),
    announce: t.boolean({
      description:
        "False: nobody is notified, and followers find them in the index. True where it is absent.",
    }),
  }),
  resolve: async ({ publications, announce }, { node, caller }) => {
    await requireKnown(node, publications.slice(0, limits.signaturesAtOnce).map(wantedBy), caller);
    return await signPublications(
      node,
      publications.map(({ id, message }) => ({
        id: parseId(id),
        envelope: message,
        isQuiet: announce === false,
      })),
    );
  },
});

interface ImportedToSign {
  readonly count: number;
  readonly ids: readonly string[];
  readonly announcedIds: readonly string[];
}

const ImportedToSignRef = defineObject<ImportedToSign>("ImportedToSign", {
  fields: {
    count: ["Int!", "All posts and files that were imported, are on the site, and are not signed."],
    ids: ["[ID!]!", "The earliest of them, as many as are signed at once."],
    announcedIds: ["[ID!]!", "Those of which followers are to be notified."],
  },
});

addQuery("importedToSign", {
  type: ImportedToSignRef,
  access: "sign:publications",
  cost: 20,
  description:
    "What was imported from another program and can be signed, in the order in which it was written.",
  resolve: async (_args, { node }): Promise<ImportedToSign> => {
    const { count, next } = await readImportedToSign(node);
    const toIds = (rows: typeof next) => rows.map(({ id }) => String(id));
    return { count, ids: toIds(next), announcedIds: toIds(next.filter(({ announce }) => announce === 1)) };
  },
});
