import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoSeconds, parseProfile, parsePublicationsPage, parseRetryAfter, parseTime } from "../index.ts";

const alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const hash = `0x${"ab".repeat(32)}`;
const signature = `0x${"11".repeat(64)}1b`;
const pagination = { page: 1, limit: 100, total: 1, totalPages: 1, hasNextPage: false };

describe("profiles (spec 2.1, 4.11)", () => {
  const baseline = { address: alice, url: "https://a.example", title: "A", ewpVersion: "1" };

  it("are read in reference form", () => {
    const json = {
      address: alice,
      url: "https://a.example",
      title: "A",
      description: "B",
      created_at: 1_735_000_000_123,
      updated_at: "2025-01-01 00:00:00",
    };
    expect(parseProfile(json)).toEqual({
      address: alice,
      url: "https://a.example",
      title: "A",
      description: "B",
      form: "reference",
      createdAt: "2024-12-24T00:26:40.123Z",
      updatedAt: "2025-01-01T00:00:00.000Z",
    });
  });

  it("have a description or null, and an address in EIP-55", () => {
    const read = (json: object) => parseProfile({ ...baseline, ...json });
    expect(read({ description: "" })).toMatchObject({ description: null, createdAt: null });
    expect(read({ description: 5 })).toMatchObject({ description: null });
    expect(read({ address: alice.toLowerCase() })).toMatchObject({ address: alice });
  });

  it("have a title of characters that are seen", () => {
    const json = { ...baseline, title: "\u202eA \u200bnode\n \u2066of\u2069 Eve" };
    expect(parseProfile(json)).toMatchObject({ title: "A node of Eve" });
  });

  it("are cut if they are too long, without characters that can't be stored", () => {
    const read = parseProfile({
      ...baseline,
      title: `\0\ud800${"🏡".repeat(300)}`,
      description: "x".repeat(3_000),
    });
    expect(Array.from(read?.title ?? "")).toEqual(["\ufffd", ...Array(254).fill("🏡")]);
    expect(read?.description).toHaveLength(2_000);
  });

  it.each([
    null,
    [],
    "x",
    {},
    { ...baseline, address: alice.toUpperCase() },
    { ...baseline, url: 5 },
    { ...baseline, url: `https://a.example/${"x".repeat(2_048)}` },
  ])("are none: %j", (json) => {
    expect(parseProfile(json)).toBeNull();
  });
});

describe("pages of an index (spec 2.2, 2.3, 4.11)", () => {
  const entry = {
    contentHash: hash,
    publisherAddress: alice,
    signature,
    timestamp: 5,
    createdAt: isoSeconds(5),
    contentKind: "FILE",
    slug: "s",
  };
  const read = (item: unknown) => parsePublicationsPage({ data: [item], pagination })?.items[0];

  it("have entries in baseline form", () => {
    expect(read(entry)).toEqual({ ok: true, entry });
    expect(read({ ...entry, slug: 5, contentKind: "SONG", createdAt: null })).toEqual({
      ok: true,
      entry: { ...entry, slug: null, contentKind: null },
    });
  });

  it("have entries in reference form, without a kind", () => {
    const json = {
      content_hash: hash,
      author_address: alice,
      signature,
      created_at: 5_999,
      slug: null,
      comment_count: 0,
    };
    expect(read(json)).toEqual({
      ok: true,
      entry: { ...entry, createdAt: "1970-01-01T00:00:05.999Z", slug: null, contentKind: null },
    });
    expect(read({ ...json, signature: null })).toEqual({ ok: false, problem: "unsigned" });
  });

  it.each([
    [null, "not an entry"],
    [[], "not an entry"],
    [{}, "not an entry"],
    [{ ...entry, signature: null }, "unsigned"],
    [{ ...entry, signature: "0x" }, "signature"],
    [{ ...entry, signature: `0X${signature.slice(2)}` }, "signature"],
    [{ ...entry, contentHash: "0x" }, "contentHash"],
    [{ ...entry, publisherAddress: {} }, "publisherAddress"],
    [{ ...entry, timestamp: "5" }, "timestamp"],
    [{ ...entry, timestamp: -1 }, "timestamp"],
    [{ ...entry, timestamp: 0.5 }, "timestamp"],
    [{ ...entry, timestamp: 9e12 }, "timestamp"],
  ])("have bad entries: %j, %s", (item, problem) => {
    expect(read(item)).toEqual({ ok: false, problem });
  });

  it("accept both names of the previous page, or none", () => {
    const flags = (json: object) => parsePublicationsPage({ data: [], pagination: json })?.pagination;
    expect(flags({ ...pagination, hasPrevPage: true })?.hasPreviousPage).toBe(true);
    expect(flags({ ...pagination, hasPreviousPage: true })?.hasPreviousPage).toBe(true);
    expect(flags({ page: 2, limit: 10, total: 25 })).toEqual({
      page: 2,
      limit: 10,
      total: 25,
      totalPages: 3,
      hasNextPage: true,
      hasPreviousPage: true,
    });
  });

  it("return null for any other value and never throw", () => {
    for (const json of [null, [], {}, { data: {} }, { data: [], pagination: null }]) {
      expect(parsePublicationsPage(json)).toBeNull();
    }
    const json = fc.jsonValue().filter((value) => typeof value === "object");
    fc.assert(
      fc.property(json, fc.array(fc.jsonValue()), (pagination, data) => {
        parseProfile(pagination);
        const page = parsePublicationsPage({ data, pagination });
        expect(page?.items.length ?? data.length).toBe(data.length);
      }),
    );
  });
});

describe("times", () => {
  it.each([
    ["2025-01-01T00:00:00Z", "2025-01-01T00:00:00.000Z"],
    ["2025-01-01T02:00:00.5+02:00", "2025-01-01T00:00:00.500Z"],
    ["2025-01-01 00:00:00", "2025-01-01T00:00:00.000Z"],
    ["2025-01-01", "2025-01-01T00:00:00.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
  ])("%j is %s", (value, expected) => {
    expect(parseTime(value)).toBe(expected);
  });

  it.each([null, "", "soon", "1", "2025-13-01", "Jan 1 2025", 9e15, Number.NaN, {}])(
    "%j is none",
    (value) => {
      expect(parseTime(value)).toBeNull();
    },
  );

  it("to wait are seconds or a date (RFC 9110, 10.2.3)", () => {
    const now = Date.UTC(2025, 0, 1);
    expect(parseRetryAfter("120", now)).toBe(120_000);
    expect(parseRetryAfter("Wed, 01 Jan 2025 00:01:00 GMT", now)).toBe(60_000);
    expect(parseRetryAfter("Tue, 31 Dec 2024 00:00:00 GMT", now)).toBe(0);
    for (const none of [undefined, "", "-5", "1.5", "soon"]) expect(parseRetryAfter(none, now)).toBeNull();
  });
});
