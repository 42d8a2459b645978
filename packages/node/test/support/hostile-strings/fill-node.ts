import { Readable } from "node:stream";
import type { Address } from "@freehold/protocol";
import { confirmComment } from "../../../src/domain/comments/confirm.ts";
import { createComment } from "../../../src/domain/comments/create.ts";
import { createPublication } from "../../../src/domain/publications/create.ts";
import { insertConnection } from "../../../src/store/peers/connections.ts";
import { saveProfile } from "../../../src/store/peers/profiles.ts";
import { createWallet } from "../comment-fixture.ts";
import { addressOf, connectionOf, profileOf } from "../store-records.ts";
import type { TestNode } from "../test-network.ts";
import { chunk } from "./chunk.ts";
import { hostileDiagrams, hostileFormulas, hostileMarkdown } from "./markdown.ts";
import { hostileMarkup } from "./markup.ts";

/** Every string that a text can hold, as Markdown. */
export const hostileTexts: readonly string[] = [
  ...hostileMarkup,
  ...hostileMarkdown,
  ...hostileFormulas.map((formula) => `$${formula}$\n\n$$\n${formula}\n$$\n\n\`\`\`math\n${formula}\n\`\`\``),
  ...hostileDiagrams.map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\``),
];

const onOneLine = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, " ")).join(" ");

/** Names of files and captions, which are one line. */
const lines = chunk(hostileMarkup, 24).map((texts) => onOneLine(texts).slice(0, 250));

/** Posts with a few strings each, which are also their titles, and files with such names. @returns the paths of their pages */
export async function fillWithPosts(node: TestNode): Promise<string[]> {
  const made: { id: number }[] = [];
  for (const texts of chunk(hostileTexts, 16)) {
    const title = onOneLine(texts);
    const body = texts.map((text) => `${text}\n\nBetween ${onOneLine([text])} words.`).join("\n\n");
    made.push(await node.draft(`# ${title}\n\n${body}\n\n#hostile`, "local"));
  }
  for (const line of lines) made.push(await addFile(node, line));
  return made.map(({ id }) => `/publications/${id}`);
}

function addFile({ running }: TestNode, line: string): Promise<{ id: number }> {
  const words = { filename: line, description: line };
  const source = Readable.from([Buffer.from(`The file named ${line}`)]);
  return createPublication(running.context, { kind: "FILE", state: "local", source, ...words });
}

/** Everything once more in signed posts, many strings in each. @returns the addresses that others quote them by */
export async function publishAll(node: TestNode): Promise<string[]> {
  const addresses: string[] = [];
  for (const texts of chunk(hostileTexts, 24)) {
    const { contentHash } = await node.publish(
      `# ${texts[0]?.replace(/\s+/g, " ")}\n\n${texts.join("\n\n")}`,
    );
    addresses.push(`${node.url}/publications/${contentHash}`);
  }
  for (const line of lines.slice(0, 10)) {
    await node.publish(Buffer.from(`Signed ${line}`), { filename: line, description: line });
  }
  return addresses;
}

/** Nodes that follow, and that are followed: each says a string of itself. */
export async function fillWithPeople({ running, signer }: TestNode): Promise<void> {
  const { store } = running.context;
  await store.transaction(async (tx) => {
    for (const [index, text] of hostileMarkup.entries()) {
      const other = addressOf(1_000 + index);
      const url = index % 5 === 0 ? "javascript:alert(1)" : `https://node${index}.example/${text}`;
      await saveProfile(tx, { ...profileOf(index), address: other, url, title: text, description: text });
      const [followerAddress, followeeAddress]: [Address, Address] =
        index % 2 === 0 ? [other, signer.address] : [signer.address, other];
      await insertConnection(tx, { ...connectionOf(1, 2), followerAddress, followeeAddress });
    }
  });
}

/** Comments with a few strings each, by as many wallets. */
export async function fillWithComments({ running }: TestNode, publicationId: number): Promise<void> {
  const { context } = running;
  for (const [index, texts] of chunk(hostileTexts, 24).entries()) {
    const wallet = createWallet();
    const authorName = hostileMarkup[index % hostileMarkup.length]?.replace(/\s+/g, " ").slice(0, 60) ?? "";
    const words = { publicationId, body: texts.join("\n\n"), authorName: authorName.trim() };
    const { comment, typedData } = await createComment(
      context,
      { ...words, authType: "ETHEREUM", authorId: wallet.address },
      { ip: `198.51.${index >> 8}.${index & 255}` },
    );
    await confirmComment(context, { id: comment.id, tokenOrSignature: wallet.signTypedData(typedData) });
  }
}
