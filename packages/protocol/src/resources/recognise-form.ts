import type { Form } from "../messages/messages.ts";
import { referenceForm } from "./reference-form.ts";
import { baselineForm, type WireForm } from "./wire-form.ts";

export const wireForms: Readonly<Record<Form, WireForm>> = {
  baseline: baselineForm,
  reference: referenceForm,
};

/** What a request tells about who asks. */
export interface Asker {
  /** The header `User-Agent`. */
  userAgent: string | undefined;
  /** The parameter `since`, as it came. */
  since?: unknown;
}

const syncAgent = /^ePress-Sync\//i;
/** Of a runtime's own client: a reference node says nothing else when it reads a profile, but others say it as well. */
const bareAgent = "node";
const isoDate = /^\d{4}-\d\d-\d\d/;

/**
 * The form in which a read is answered (decisions 6). A reference peer is known by its agent, by a `since` that is
 * written as a date, or, where it reads the profile, by an agent that many have: there the answer is the baseline one
 * with something added.
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
