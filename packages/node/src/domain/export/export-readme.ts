/** What a person who finds an export is told about it. */
export const exportReadme = `# What is in this folder

What one person has published, and what belongs to it. No program of ours is needed to read it.

- \`posts\`, \`files\`: the publications, byte for byte as they were signed, named by day. Beside each, in \`….about.json\`, is
  what is said of it. \`drafts\` is empty unless it was asked for.
- A signed one can be checked by anybody: \`contentHash\` is the SHA-256 of the bytes (\`sha256sum FILE\`), and \`signature\` is an
  EIP-712 signature by \`publisherAddress\` over \`StatementOfSource(contentHash, publisherAddress, timestamp)\`.
  The page \`/verify\` of any Freehold node does both, by the address of the publication. Without a node, a checkout of Freehold
  does: \`npx --no-install freehold verify FILE FILE.about.json\` in its folder.
- \`profile.json\` and the avatar: who this is.
- \`connections.jsonl\`: who follows whom, a line each, with the signed message.
- \`comments.jsonl\`: comments on the publications, a line each.
- \`export.json\`: when this was made, of which node, and how much it is.

\`freehold import FOLDER\` takes it into a node of the same owner.
`;
