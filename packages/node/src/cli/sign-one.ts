import type { Signer } from "../domain/access/signer.ts";
import { prepareSignature } from "../domain/publications/prepare-signatures.ts";
import { signPublication } from "../domain/publications/sign.ts";
import { pageOf } from "../domain/publications/view.ts";
import { hasCode } from "../errors.ts";
import type { OpenNode } from "../startup/open-node.ts";

const ATTEMPTS = 5;

type Signed = Awaited<ReturnType<typeof signPublication>>;
type Publication = Signed["publication"];

/**
 * Signs one publication and queues it for every follower. Should another process sign something in between, the
 * second is taken anew.
 */
export async function signOne(node: OpenNode, signer: Signer, id: number): Promise<Signed> {
  for (let attempt = 1; ; attempt++) {
    const meaning = await prepareSignature(node, id);
    try {
      return await signPublication(node, id, signer.sign("StatementOfSource", meaning));
    } catch (error) {
      const isOvertaken = hasCode(error, "CONFLICT");
      if (!isOvertaken || attempt === ATTEMPTS) {
        throw error;
      }
    }
  }
}

/** A publication as `publish --json` and `sign --json` print it (design part 3). */
export function toPrinted(publication: Publication, nodeUrl: string) {
  const { id, contentHash, timestamp, signature, slug } = publication;
  return { id, contentHash, timestamp, signature, slug, url: pageOf(nodeUrl, publication) };
}
