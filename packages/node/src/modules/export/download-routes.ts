import { valueAt } from "@freehold/protocol/internal";
import type { Asked, Download } from "../../http/api/download.ts";

const isPrivate = ({ query }: Pick<Asked, "query">) => valueAt(query, "private") === "true";

/** The verifier goes into each export. It is read with the first. */
async function optionsOf(request: Asked, signal: AbortSignal) {
  const { verifierFiles } = await import("../../http/site/apps/verifier.ts");
  return { withPrivate: isPrivate(request), verifier: verifierFiles(), signal };
}

/**
 * GET /api/export: the owner's content as plain files; with `?private=true` also what readers don't see. GET /api/site: the public
 * site as files for any web server.
 *
 * POST /api/export prepares an export for a wallet, and answers with the text to sign; POST /api/export/signed takes the
 * signature (`{"id","signature"}`), and answers with the signed export.
 */
export const downloads: readonly Download[] = [
  {
    method: "GET",
    path: "/api/export",
    what: "an export",
    mediaType: "application/gzip",
    isPrivate,
    async open(ctx, request, signal) {
      const { openExport } = await import("./archive/download.ts");
      return await openExport(ctx, await optionsOf(request, signal));
    },
  },
  {
    method: "POST",
    path: "/api/export",
    what: "an export to sign",
    mediaType: "application/json",
    isPrivate,
    async open(ctx, request, signal) {
      const { prepareExport } = await import("./archive/unsigned-export.ts");
      return { prepared: await prepareExport(ctx, await optionsOf(request, signal)) };
    },
  },
  {
    method: "POST",
    path: "/api/export/signed",
    what: "a signed export",
    mediaType: "application/gzip",
    // The owner's key signs it.
    isPrivate: () => false,
    async open(ctx, { body }, signal) {
      const { openSignedExport } = await import("./archive/unsigned-export.ts");
      const [id, signature] = [String(valueAt(body, "id")), String(valueAt(body, "signature"))];
      return await openSignedExport(ctx, { id, signature, signal });
    },
  },
  {
    method: "GET",
    path: "/api/site",
    what: "the static site",
    mediaType: "application/gzip",
    isPrivate: () => false,
    async open(ctx, _request, signal) {
      const { openStaticSite } = await import("./static/download.ts");
      return await openStaticSite(ctx, signal);
    },
  },
];
