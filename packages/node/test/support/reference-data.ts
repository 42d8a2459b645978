import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { contentHash } from "@freehold/protocol";
import { createSigner } from "../../src/domain/access/signer.ts";
import { pixel } from "./import-folder.ts";

/** How much is in a data folder of the reference form; what is damaged is added to it. */
export interface ReferenceData {
  readonly posts: number;
  readonly pictures: number;
  readonly followers: number;
  readonly following: number;
  /** Whether the comments have the form of an older version: a confirmed one by mail, an unconfirmed one, and one by a wallet. */
  readonly olderComments?: boolean;
}

type Signer = ReturnType<typeof createSigner>;

/** Writes the data folder of an epress node: rows with times of both kinds, a comment of a wallet, and eight damaged rows. */
export async function writeReferenceData(
  folder: string,
  signer: Signer,
  counts: ReferenceData,
): Promise<void> {
  await mkdir(join(folder, "database"), { recursive: true });
  const db = new DatabaseSync(join(folder, "database/epress.sqlite"));
  db.exec(`
    create table nodes (address text primary key, url text unique, title text, description text, is_self integer, created_at, updated_at);
    create table settings (key text primary key, value text);
    create table contents (content_hash text primary key, type text, body text, filename text, mimetype text, size integer, local_path text, created_at);
    create table publications (id integer primary key, content_hash text, author_address text, signature text, comment_count integer, description text, slug text, created_at, updated_at);
    create table connections (id integer primary key, follower_address text, followee_address text, created_at);
    create table comments (id integer primary key, publication_id integer, body text, author_name text, ${counts.olderComments ? "auth_type text, author_id text, credential text, status text" : "author_address text, signature text"}, created_at, updated_at);
    begin`);
  const self = signer.address;
  const start = Date.UTC(2020, 0, 1);
  const node = db.prepare("insert into nodes values (?, ?, ?, 'About me', ?, ?, ?)");
  node.run(self, "https://me.example", "Me", 1, start, start);
  const setting = db.prepare("insert into settings values (?, ?)");
  for (const [key, value] of [
    ["allow_comment", "false"],
    ["default_language", "zh"],
    ["jwt_secret", "x"],
    ["notification_subscriptions", '[{"endpoint":"https://push.example/1"}]'],
  ])
    setting.run(key ?? "", value ?? "");
  const content = db.prepare("insert into contents values (?, ?, ?, ?, ?, ?, ?, ?)");
  const publication = db.prepare("insert into publications values (?, ?, ?, ?, 0, ?, ?, ?, ?)");
  let id = 0;
  const publish = (
    hash: `0x${string}`,
    author: Signer,
    {
      at = start + (id + 1) * 60_000,
      slug = null as string | null,
      asText = false,
      signature = undefined as string | null | undefined,
    } = {},
  ) => {
    id += 1;
    const timestamp = Math.floor(at / 1000);
    const meaning = { contentHash: hash, publisherAddress: author.address, timestamp };
    const given = signature === undefined ? author.sign("StatementOfSource", meaning).signature : signature;
    const time = asText ? new Date(at).toISOString().slice(0, 19).replace("T", " ") : at;
    publication.run(id, hash, author.address, given, null, slug, time, time);
    return id;
  };
  const post = (text: string) => {
    const hash = contentHash(Buffer.from(text));
    content.run(hash, "POST", text, null, "text/markdown", text.length, null, start);
    return hash;
  };
  const file = async (number: number, { isMissing = false, path = "" } = {}) => {
    const bytes = Buffer.concat([pixel, Buffer.from(String(number))]);
    const hash = contentHash(bytes);
    const local = path || `${hash.slice(2, 4)}/${hash.slice(2)}/${hash.slice(2)}`;
    content.run(hash, "FILE", null, `picture ${number}.gif`, "image/gif", bytes.length, local, start);
    if (!isMissing) {
      await mkdir(dirname(join(folder, "uploads", local)), { recursive: true });
      await writeFile(join(folder, "uploads", local), bytes);
    }
    return hash;
  };
  for (let n = 0; n < counts.posts; n += 1)
    publish(post(`# Post ${n}\n\nWords.`), signer, { slug: `post-${n}`, asText: n % 2 === 1 });
  for (let n = 0; n < counts.pictures; n += 1) publish(await file(n), signer);
  const connection = db.prepare(
    "insert into connections (follower_address, followee_address, created_at) values (?, ?, ?)",
  );
  const others = Array.from({ length: counts.followers + counts.following }, (_, n) => {
    const key = Buffer.alloc(32, 1);
    key.writeUInt32BE(n + 1, 0);
    return createSigner(key);
  });
  for (const [n, other] of others.entries()) {
    node.run(other.address, `https://node${n}.example`, `Node ${n}`, 0, start, start);
    const isFollower = n < counts.followers;
    connection.run(
      isFollower ? other.address : self,
      isFollower ? self : other.address,
      "2021-02-03 04:05:06",
    );
  }
  const followed = others.at(-1);
  if (followed) publish(post("# Of another\n"), followed);
  const [reader] = others;
  if (reader) {
    const body = "Well said.";
    const meaning = {
      nodeAddress: self,
      commenterAddress: reader.address,
      publicationId: 1,
      commentBodyHash: contentHash(Buffer.from(body)),
      timestamp: null,
    };
    const { signature } = reader.sign("CommentSignature", meaning, "reference");
    const insert = (names: string, rows: readonly (readonly (string | number)[])[]) => {
      const comment = db.prepare(
        `insert into comments (publication_id, body, ${names}, created_at, updated_at) values (${"?, ".repeat(names.split(",").length + 3)}?)`,
      );
      for (const row of rows) comment.run(...row, start, start);
    };
    if (counts.olderComments)
      insert("author_name, auth_type, author_id, credential, status", [
        [1, body, "Reader", "ETHEREUM", reader.address, signature, "CONFIRMED"],
        [1, "By mail.", "Bo", "EMAIL", "bo@mail.example", "", "CONFIRMED"],
        [1, "Waits.", "Bo", "EMAIL", "bo@mail.example", "", "PENDING"],
      ]);
    else
      insert("author_name, author_address, signature", [
        [1, body, "Reader", reader.address, signature],
        [1, "Not theirs.", "Reader", reader.address, signature],
        [99_999_999, body, "Reader", reader.address, signature],
      ]);
  }
  // Damaged: dangling, other bytes, another's signature, a missing file, a path that leads out, no time.
  publish(contentHash(Buffer.from("dangling")), signer);
  content.run(contentHash(Buffer.from("one text")), "POST", "another text", null, null, 1, null, start);
  publish(contentHash(Buffer.from("one text")), signer);
  publish(post("wrongly signed"), signer, { signature: `0x${"11".repeat(64)}1b` });
  publish(await file(90_001, { isMissing: true }), signer);
  publish(await file(90_002, { isMissing: true, path: "../../../etc/passwd" }), signer);
  connection.run("0x12", self, start);
  // Written on the site only.
  publish(post("# Unsigned\n"), signer, { signature: null });
  db.exec("commit");
  db.close();
}
