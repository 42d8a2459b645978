import { formatManifestStatement, type ManifestStatement } from "@freehold/protocol";
import type { Context, OwnerSigner } from "../../../context.ts";
import type { WriteStaticSite } from "../../../services.ts";
import { readSignature, writeSignature } from "../archive/manifest.ts";
import { openStaticFolder } from "./static-folder.ts";
import { writeStaticSite } from "./write-site.ts";

/** The static site for the core: see `Services`. */
export async function prepareStaticSite(context: Context, folder: string): Promise<WriteStaticSite> {
  await openStaticFolder(folder);
  return async ({ signer, ...options }) => {
    const { statement, files, hasSearch } = await writeStaticSite(context, { folder, ...options });
    await signAnew(folder, statement, signer);
    return { folder, files, hasSearch };
  };
}

/** Signs the list of files, and keeps a signature that fits. @returns the signer's address */
export async function signAnew(
  folder: string,
  statement: ManifestStatement,
  signer: Pick<OwnerSigner, "address" | "signText">,
): Promise<string> {
  if ((await readSignature(folder))?.hash !== statement.hash)
    await writeSignature(folder, statement, signer.signText(formatManifestStatement(statement)));
  return signer.address;
}
