import { escapeXml } from "./xml-text.ts";

/** A part of an XML document, as it is written. */
export type Xml = { readonly xml: string };

/** An element; texts and attributes are escaped, what is null is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Xml | string | null)[]
): Xml {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const inner = children.map((child) => (typeof child === "string" ? escapeXml(child) : (child?.xml ?? "")));
  const open = `<${name}${said.join("")}`;
  return { xml: children.length === 0 ? `${open}/>` : `${open}>${inner.join("")}</${name}>` };
}

/** The whole document. */
export function writeDocument({ xml }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}
