import type { AddressToTry } from "../../domain/profile/update-profile.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { isPublic } from "./check-context.ts";
import { diagnoseAddress } from "./run-diagnosis.ts";

/**
 * Lets an address be signed only if this very node answers there, out through DNS and proxy and back: every follower moves
 * to the signed address. The address that others know already, and one of this machine alone, need no look.
 *
 * @throws AppError ADDRESS_NOT_HERE with the finding and the advice, VALIDATION_FAILED, RATE_LIMITED during another
 *   diagnosis
 */
export async function requireLeadsHere(
  context: Parameters<typeof diagnoseAddress>[0],
  { url, current, signal, onNoName }: AddressToTry,
): Promise<void> {
  if (url === current || !isPublic(url)) return;
  const results = await diagnoseAddress(context, { url, signal });
  const reach = results.find(({ id }) => id === "outside.reach");
  if (reach?.state === "ok" || reach?.state === "warning") return;
  // The first that failed is the cause: a name without an address, then a certificate, then what answers.
  const problem = results.find(({ area, state }) => area === "outside" && state === "failed");
  if (problem?.id === "outside.dns" && onNoName) return onNoName(problem.finding);
  const { finding, advice } = problem?.parts ?? {
    finding: msg`It could not be checked from here.`,
    advice: null,
  };
  const refused = msg`${url} does not point to this node, so it was not signed.`;
  throw new AppError("ADDRESS_NOT_HERE", [...refused, ...finding, ...(advice ?? [])]);
}
