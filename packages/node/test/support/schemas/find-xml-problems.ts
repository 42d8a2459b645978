import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { validateXML } from "xmllint-wasm";

const schemas = {
  atom: { extension: "relaxng", file: new URL("atom.rng", import.meta.url) },
  rss: { extension: "relaxng", file: new URL("rss.rng", import.meta.url) },
  // The schema of sitemaps.org comes with this package.
  sitemap: {
    extension: "schema",
    file: new URL("../../schema/sitemap.xsd", import.meta.resolve("sitemap")),
  },
} as const;

/** What libxml2 finds wrong with a document: that it is no XML, or against its schema; a line each. */
export async function findXmlProblems(xml: string, kind: keyof typeof schemas): Promise<string[]> {
  const { extension, file } = schemas[kind];
  const schema = { fileName: `${kind}.schema`, contents: await readFile(fileURLToPath(file), "utf8") };
  const { errors } = await validateXML({
    xml: { fileName: `${kind}.xml`, contents: xml },
    schema,
    extension,
  });
  return errors.map(({ message }) => message);
}
