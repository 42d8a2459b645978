import { readVerifier } from "@freehold/web";

/**
 * The programs that check an export without a node. Walls keep the pages of `web` to this folder.
 *
 * @throws Error if they were not built
 */
export const verifierFiles = (): ReturnType<typeof readVerifier> => readVerifier();
