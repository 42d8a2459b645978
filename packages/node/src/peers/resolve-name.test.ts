import { expect, it } from "vitest";
import { findAddresses } from "./resolve-name.ts";

const addresses = [{ address: "198.51.100.7", family: 4 }];

function edges(
  aliases: Record<string, string>,
  answer: (name: string) => typeof addresses = () => addresses,
) {
  return {
    resolver: { resolve: async (name: string) => answer(name) },
    findAlias: async (name: string) => aliases[name] ?? null,
  };
}

function refuse(code: string): never {
  throw Object.assign(new Error(code), { code });
}

it("finds the addresses behind a name and its aliases", async () => {
  const found = await findAddresses("ada.example", edges({ "ada.example": "Host.example" }));
  expect(found).toEqual({ kind: "found", addresses: ["198.51.100.7"], aliases: ["host.example"] });
});

it("takes an address for its own", async () => {
  expect(await findAddresses("2001:db8::1", edges({}))).toMatchObject({ addresses: ["2001:db8::1"] });
});

it.each([
  [{ "ada.example": "ada.example" }, []],
  [{ "ada.example": "b.example", "b.example": "Ada.Example" }, ["b.example"]],
])("sees aliases that run in a circle", async (aliases, chain) => {
  expect(await findAddresses("ada.example", edges(aliases))).toEqual({ kind: "loop", aliases: chain });
});

it("gives up a chain that is too long", async () => {
  const chain = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`n${index}`, `n${index + 1}`]));
  expect(await findAddresses("n0", edges(chain))).toMatchObject({ kind: "loop" });
  const short = Object.fromEntries(Object.entries(chain).slice(0, 8));
  expect(await findAddresses("n0", edges(short))).toMatchObject({ kind: "found" });
});

it.each([
  ["ENOTFOUND", "none"],
  ["ENODATA", "none"],
  ["ETIMEOUT", "no-answer"],
  ["ESERVFAIL", "no-answer"],
])("tells %s as %s", async (code, kind) => {
  expect(
    await findAddresses(
      "ada.example",
      edges({}, () => refuse(code)),
    ),
  ).toEqual({ kind, aliases: [] });
});
