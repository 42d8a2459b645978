import type { Attributes } from "./read-tags.ts";

/** The address that an element has as the value of a property, if it has one. */
export function ownAddress(name: string, attributes: Attributes): string | null {
  for (const attribute of addresses[name] ?? []) {
    const address = attributes.get(attribute);
    if (address !== undefined) return address;
  }
  return null;
}

const addresses: Readonly<Record<string, readonly string[]>> = {
  a: ["href"],
  area: ["href"],
  link: ["href"],
  img: ["src"],
  audio: ["src"],
  video: ["src", "poster"],
  source: ["src"],
  iframe: ["src"],
  object: ["data"],
  data: ["value"],
};

/** The text that an element has by an attribute instead of contents. */
export function ownText(name: string, attributes: Attributes): string | null {
  const attribute = { abbr: "title", link: "title", data: "value", input: "value", img: "alt", area: "alt" }[
    name
  ];
  return (attribute === undefined ? undefined : attributes.get(attribute)) ?? null;
}
