import { parseJson } from "@freehold/protocol/internal";
import type { z } from "zod";
import type { Job } from "./jobs.ts";

/**
 * Reads the payload of a job. Fields that another version of the node added are left out.
 *
 * @throws Error that names the job and the field, for a payload that is not of this kind
 */
export function parsePayload<Payload>(
  schema: z.ZodType<Payload>,
  { id, kind, payload }: Pick<Job, "id" | "kind" | "payload">,
): Payload {
  const { data, error } = schema.safeParse(parseJson(payload));
  if (error === undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${path.join(".") || "the payload"}: ${message}`);
  throw new Error(`Job ${id} of the kind ${kind} can't be read: ${problems.join("; ")}`);
}
