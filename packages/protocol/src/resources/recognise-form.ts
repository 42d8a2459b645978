import type { Form } from "../messages/messages.ts";
import { referenceForm } from "./reference-form.ts";
import { baselineForm, type WireForm } from "./wire-form.ts";

export const wireForms: Readonly<Record<Form, WireForm>> = {
  baseline: baselineForm,
  reference: referenceForm,
};

/** The parts of a request that identify the client's form. */
export interface Asker {
  /** The header `User-Agent`. */
  userAgent: string | undefined;
  /** The raw parameter `since`. */
  since?: unknown;
}

const syncAgent = /^ePress-Sync\//i;
/** The default agent of Node: a reference node sends it for profiles, but so do other clients. */
const bareAgent = "node";
const isoDate = /^\d{4}-\d\d-\d\d/;

/**
 * The form of the reply to a read (decisions 6). A reference peer is recognised by its agent or by a `since` in ISO form.
 * For the profile its agent is ambiguous: the reply is then the baseline one with added fields.
 */
export function recogniseForm(
  read: "getProfile" | "listPublications" | "getContent",
  { userAgent = "", since }: Asker,
): WireForm {
  const isReference =
    syncAgent.test(userAgent) ||
    (read === "getProfile" && userAgent === bareAgent) ||
    (read === "listPublications" && typeof since === "string" && isoDate.test(since));
  return isReference ? wireForms.reference : wireForms.baseline;
}
