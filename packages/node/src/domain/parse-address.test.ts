import { expect, it } from "vitest";
import { parseMailAddress } from "./parse-address.ts";

it.each([
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+notes@Mail.Example.COM", "Ada.Lovelace+notes@mail.example.com"],
  ["o'brien@xn--bcher-kva.example", "o'brien@xn--bcher-kva.example"],
  ["anna@Bücher.example", "anna@xn--bcher-kva.example"],
  ["anna@例え.テスト", "anna@xn--r8jz45g.xn--zckzah"],
  ["anna@例え。テスト", "anna@xn--r8jz45g.xn--zckzah"],
])("takes %j", (given, address) => {
  expect(parseMailAddress(given)).toBe(address);
});

it.each([
  "",
  "ada",
  "ada@localhost",
  "@example.com",
  "ada@",
  "ada@example..com",
  "ada@-example.com",
  ".ada@example.com",
  "a..b@example.com",
  "ada@example.com, eve@example.com",
  "ada@example.com\r\nBcc: eve@example.com",
  "ada@example.com\n",
  "ada\0@example.com",
  '"ada eve"@example.com',
  "Ada <ada@example.com>",
  "<ada@example.com>",
  "ada@[127.0.0.1]",
  "eve@example.com@example.com",
  "ädä@example.com",
  "anna@bü cher.example",
  "anna@bücher",
  "anna@bücher.example/x",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a".repeat(64)}.com`,
  `ada@${"a.".repeat(130)}com`,
  ["ada@example.com"],
  null,
])("refuses %j", (given) => {
  expect(parseMailAddress(given)).toBeNull();
});
