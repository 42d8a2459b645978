import { describe, expect, it } from "vitest";
import { recogniseForm } from "./recognise-form.ts";

describe("the recognised form of a client (decisions 6)", () => {
  const sync = "ePress-Sync/0.2.11";
  it.each([
    ["listPublications", {}, "baseline"],
    ["listPublications", { userAgent: "node" }, "baseline"],
    ["listPublications", { userAgent: `x ${sync}` }, "baseline"],
    ["listPublications", { since: "1735000000" }, "baseline"],
    ["listPublications", { since: "yesterday" }, "baseline"],
    ["listPublications", { since: ["2025-01-01", "2025-01-01"] }, "baseline"],
    ["listPublications", { userAgent: sync }, "reference"],
    ["listPublications", { userAgent: sync, since: "1735000000" }, "reference"],
    ["listPublications", { since: "2025-01-01" }, "reference"],
    ["listPublications", { since: "2025-13-01T00:00:00Z" }, "reference"],
    ["getContent", { userAgent: "node" }, "baseline"],
    ["getContent", { since: "2025-01-01" }, "baseline"],
    ["getContent", { userAgent: sync }, "reference"],
    ["getProfile", { userAgent: "node" }, "reference"],
    ["getProfile", { userAgent: "node/24" }, "baseline"],
    ["getProfile", { userAgent: "Freehold/0.1 (+https://a.example)" }, "baseline"],
    ["getProfile", {}, "baseline"],
  ] as const)("%s by %j is answered in %s form", (read, asker, form) => {
    expect(recogniseForm(read, { userAgent: undefined, ...asker }).form).toBe(form);
  });
});
