import { createCertificateAuthority, createSelfSignedCertificate } from "../certificates.ts";
import type { Behaviour } from "./behaviour.ts";

const day = 24 * 60 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** Peers whose certificates prove nothing. */
export const presentCertificate = {
  "has an expired certificate": {
    certify: (authority) =>
      authority.issue(["localhost"], {
        from: new Date(Date.now() - day + hour),
        until: new Date(Date.now() - hour),
      }),
  },
  "has a certificate for another name": { certify: (authority) => authority.issue(["elsewhere.example"]) },
  "has a self-signed certificate": { certify: () => createSelfSignedCertificate(["localhost"]) },
  "has a certificate of nobody's authority": {
    certify: async () => (await createCertificateAuthority("Nobody")).issue(["localhost"]),
  },
} as const satisfies Record<string, Behaviour>;
