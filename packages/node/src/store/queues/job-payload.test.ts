import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parsePayload } from "./job-payload.ts";

const schema = z.object({ subscriptionId: z.int(), message: z.string() });
const jobOf = (payload: string) => ({ id: 7, kind: "push" as const, payload });

describe("parsePayload", () => {
  it("returns the fields of the kind, without those of another version", () => {
    const job = jobOf('{"subscriptionId":3,"message":"Hi","urgency":"high"}');
    expect(parsePayload(schema, job)).toEqual({ subscriptionId: 3, message: "Hi" });
  });

  it.each([
    ['{"subscriptionId":"3","message":"Hi"}', /^Job 7 of the kind push can't be read: subscriptionId: /],
    ['{"subscriptionId":3}', /message: /],
    ['{"newsletter":{"issue":1}}', /subscriptionId: .*message: /],
    ["[]", /the payload: /],
    ["{", /the payload: /],
  ])("names the job and the fields of %s", (payload, message) => {
    expect(() => parsePayload(schema, jobOf(payload))).toThrow(message);
  });
});
