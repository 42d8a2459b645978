import { expect, it } from "vitest";
import { assessCertificate } from "./certificate.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2026, 10, 21);
const good = {
  version: "TLSv1.3",
  chainProblem: null,
  isForHost: true,
  validFrom: now - 90 * dayMs,
  validUntil: now + 60 * dayMs,
  issuer: "An authority",
};

it("takes a good one", () => {
  expect(assessCertificate(good, "ada.example", now)).toMatchObject({
    state: "ok",
    finding:
      "The certificate by An authority is trusted for ada.example and valid until 2027-01-20 (TLSv1.3).",
    advice: null,
  });
});

it.each([
  ["expired this moment", { validUntil: now }, "failed"],
  ["three days less a moment", { validUntil: now + 3 * dayMs - 1 }, "failed"],
  ["three days", { validUntil: now + 3 * dayMs }, "warning"],
  ["21 days less a moment", { validUntil: now + 21 * dayMs - 1 }, "warning"],
  ["21 days", { validUntil: now + 21 * dayMs }, "ok"],
  ["an hour of six days", { validFrom: now - 6 * dayMs, validUntil: now + hourMs }, "failed"],
  ["a day of six days", { validFrom: now - 5 * dayMs, validUntil: now + dayMs }, "warning"],
  ["two days of six days", { validFrom: now - 4 * dayMs, validUntil: now + 2 * dayMs }, "ok"],
  ["from tomorrow on", { validFrom: now + dayMs }, "failed"],
  ["another name", { isForHost: false }, "failed"],
  ["signed by itself", { chainProblem: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "failed"],
  ["a problem that nobody knows", { chainProblem: "CERT_REVOKED" }, "failed"],
  ["an old TLS", { version: "TLSv1.1" }, "warning"],
])("judges %s", (_what, change, state) => {
  const { state: found, advice } = assessCertificate({ ...good, ...change }, "ada.example", now);
  expect(found).toBe(state);
  expect(advice === null).toBe(state === "ok");
});

it.each([
  [2 * dayMs, "in 2 days."],
  [2 * dayMs - 1, "in 1 day."],
  [dayMs - 1, "in 23 hours."],
  [hourMs, "in 1 hour."],
  [1, "within an hour."],
])("says of a certificate with %i ms left how long it is good", (left, words) => {
  const { finding } = assessCertificate({ ...good, validUntil: now + left }, "ada.example", now);
  expect(finding.endsWith(words)).toBe(true);
});
