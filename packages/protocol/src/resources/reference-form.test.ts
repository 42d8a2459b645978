import { describe, expect, it } from "vitest";
import type { Address } from "../crypto/address.ts";
import { parsePublicationsPage } from "./parse-resources.ts";
import { wireForms } from "./recognise-form.ts";
import { isoSeconds, type PublicationEntry } from "./resources.ts";

const { baseline, reference } = wireForms;
const address: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("a page of the index", () => {
  const entry: PublicationEntry = {
    contentHash: `0x${"ab".repeat(32)}`,
    publisherAddress: address,
    signature: `0x${"11".repeat(64)}1b`,
    timestamp: 1_735_000_000,
    createdAt: isoSeconds(1_735_000_000),
    contentKind: "POST",
    slug: "hello",
  };
  const page = {
    data: [{ ...entry, commentCount: 2 }],
    pagination: { page: 2, limit: 1, total: 2, totalPages: 2, hasNextPage: false, hasPreviousPage: true },
  };

  it("is itself in baseline form, which counts no comments", () => {
    expect(baseline.writePage(page)).toEqual({ data: [entry], pagination: page.pagination });
  });

  it("has snake_case entries with times in milliseconds in reference form (decisions 6)", () => {
    expect(reference.writePage(page)).toEqual({
      data: [
        {
          content_hash: `0x${"ab".repeat(32)}`,
          author_address: address,
          signature: `0x${"11".repeat(64)}1b`,
          comment_count: 2,
          created_at: 1_735_000_000_000,
          slug: "hello",
        },
      ],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2, hasNextPage: false, hasPrevPage: true },
    });
  });

  it("is the same after reading, except for the kind", () => {
    const { items, pagination } = parsePublicationsPage(reference.writePage(page)) ?? {};
    expect(items).toEqual([{ ok: true, entry: { ...entry, contentKind: null } }]);
    expect(pagination).toEqual(page.pagination);
  });

  it.each([
    [1_735_000_000_999, 1_735_000_000],
    ["2024-12-24 00:26:40", 1_735_000_000],
    ["2024-12-24T00:26:40.500Z", 1_735_000_000],
    ["soon", null],
    [null, null],
  ])("takes %j for the second %j", (created_at, second) => {
    expect(reference.readEntry({ created_at }).timestamp).toBe(second);
  });
});

describe("the query of an index", () => {
  const read = (since: unknown) => reference.parseIndexQuery({ since }).since;

  it("has an inclusive ISO since in reference form", () => {
    expect(read("2024-12-24T00:26:40.000Z")).toBe(1_734_999_999);
    expect(read("2024-12-24T00:26:40.001Z")).toBe(1_735_000_000);
    expect(read("2024-12-24T01:26:40+01:00")).toBe(1_734_999_999);
    expect(read("1970-01-01")).toBeNull();
    expect(read("1960-01-01")).toBeNull();
    expect(reference.parseIndexQuery({ limit: "7", page: "2" })).toEqual({ since: null, limit: 7, page: 2 });
  });

  it.each(["", "1735000000", "yesterday", "2025-13-01", ["2025-01-01", "2025-01-02"], null])(
    "refuses %j",
    (since) => {
      expect(() => read(since)).toThrow(expect.objectContaining({ code: "INVALID_SINCE_FORMAT" }));
    },
  );

  it("refuses limit and page first", () => {
    const parse = (query: object) => () => reference.parseIndexQuery({ since: "never", ...query });
    expect(parse({ limit: "0", page: "0" })).toThrow(expect.objectContaining({ code: "INVALID_LIMIT" }));
    expect(parse({ page: "0" })).toThrow(expect.objectContaining({ code: "INVALID_PAGE" }));
  });

  it("requests exactly the entries that are newer than a second, or all", () => {
    expect(read(reference.sinceParameter(1_735_000_000))).toBe(1_735_000_000);
    expect(read(reference.sinceParameter(null))).toBeNull();
    expect(baseline.sinceParameter(null)).toBeNull();
    expect(baseline.sinceParameter(5)).toBe("5");
  });
});

it("a profile in reference form has its times beside the baseline fields, and a description that is text", () => {
  const profile = {
    address,
    url: "https://a.example",
    title: "A",
    description: null,
    ewpVersion: "1" as const,
    createdAt: isoSeconds(1),
    updatedAt: isoSeconds(2),
  };
  expect(baseline.writeProfile(profile)).toBe(profile);
  expect(reference.writeProfile(profile)).toEqual({
    ...profile,
    description: "",
    created_at: isoSeconds(1),
    updated_at: isoSeconds(2),
  });
  expect(reference.writeProfile({ ...profile, description: "Words" })).toMatchObject({
    description: "Words",
  });
});

it("a file of type text/markdown is no post in reference form (decisions 9)", () => {
  expect(reference.fileType("text/markdown")).toBe("text/plain; charset=utf-8");
  expect(reference.fileType("image/png")).toBe("image/png");
  expect(baseline.fileType("text/markdown")).toBe("text/markdown");
});
