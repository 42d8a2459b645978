import { z } from "zod";

const hexBytes = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^(0x)?[0-9a-fA-F]{${bytes * 2}}$`))
    .transform((text) => Buffer.from(text.replace(/^0x/, ""), "hex"));
const salt = z
  .string()
  .max(512)
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text) => Buffer.from(text.replace(/^0x/, ""), "hex"));
const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const common = {
  cipher: z.literal("aes-128-ctr"),
  cipherparams: z.object({ iv: hexBytes(16) }),
  ciphertext: hexBytes(32),
  mac: hexBytes(32),
};

const crypto = z.discriminatedUnion("kdf", [
  z.object({
    ...common,
    kdf: z.literal("scrypt"),
    kdfparams: z.object({ dklen: z.literal(32), n: count, r: count, p: count, salt }),
  }),
  z.object({
    ...common,
    kdf: z.literal("pbkdf2"),
    kdfparams: z.object({ dklen: z.literal(32), c: count, prf: z.literal("hmac-sha256"), salt }),
  }),
]);

/** A keystore file of version 3, as any Ethereum tool may have written it; some write `Crypto` with a capital. */
export const keystoreSchema = z.preprocess(
  (json) =>
    typeof json === "object" && json !== null && "Crypto" in json && !("crypto" in json)
      ? { ...json, crypto: json.Crypto }
      : json,
  z.object({ version: z.literal(3), address: hexBytes(20).optional(), crypto }),
);

export type ParsedKeystore = z.output<typeof keystoreSchema>;

/** A keystore file as this node writes it. Hex without `0x`, as the definition has it. */
export interface KeystoreFile {
  address: string;
  id: string;
  version: 3;
  crypto: {
    cipher: "aes-128-ctr";
    cipherparams: { iv: string };
    ciphertext: string;
    kdf: "scrypt";
    kdfparams: { dklen: 32; n: number; p: number; r: number; salt: string };
    mac: string;
  };
}
