/** A text without the characters that XML 1.0 can't hold. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}

/** A text as it stands in XML, between tags or in an attribute. */
export function escapeXml(text: string): string {
  return xmlText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

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
