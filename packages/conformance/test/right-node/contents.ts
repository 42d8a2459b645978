import type { ContentKind, Hash, Hex } from "@freehold/protocol";
import { contentHash, typedDataFor } from "@freehold/protocol";
import type { Key } from "../../src/signing/key.ts";
import { makePng } from "./make-png.ts";

/** A publication of the node's owner. */
export interface OwnPublication {
  hash: Hash;
  bytes: Buffer;
  kind: ContentKind;
  mediaType: string;
  filename: string | null;
  description: string | null;
  slug: string | null;
  timestamp: number;
  signature: Hex;
  /** Smaller pictures by their height. */
  smaller: ReadonlyMap<number, Buffer>;
}

const start = 1_700_000_000;

const pictures = new Map<number, Buffer>();

/** Made once for all nodes of a process. */
function picture(height: number): Buffer {
  const made = pictures.get(height) ?? makePng(Math.round((40 * height) / 450), height);
  pictures.set(height, made);
  return made;
}

type Draft = Partial<OwnPublication> & Pick<OwnPublication, "bytes" | "timestamp">;

/** The publications of the right node: posts, some with slugs and some in the same second, a picture and a file. */
export function makeContents(owner: Key): OwnPublication[] {
  const drafts: Draft[] = [
    ...[0, 60, 60, 120].map((later, index) => ({
      bytes: Buffer.from(`# Post ${index}\n\nSome words, numbered ${index}.\n`),
      timestamp: start + later,
      slug: index % 2 === 0 ? `post-${index}` : null,
    })),
    {
      bytes: picture(450),
      timestamp: start + 180,
      kind: "FILE",
      mediaType: "image/png",
      filename: "picture.png",
      description: "Eine Ansicht",
      smaller: new Map([200, 400].map((height) => [height, picture(height)])),
    },
    {
      bytes: Buffer.from("a,b\n1,2\n"),
      timestamp: start + 240,
      kind: "FILE",
      mediaType: "text/csv",
      filename: "numbers.csv",
      description: "Numbers",
    },
  ];
  return drafts.map((draft) => sign(owner, draft));
}

function sign(owner: Key, draft: Draft): OwnPublication {
  const hash = contentHash(draft.bytes);
  const meaning = { contentHash: hash, publisherAddress: owner.address, timestamp: draft.timestamp };
  const signature = owner.sign(typedDataFor("StatementOfSource", meaning));
  const plain = { kind: "POST", mediaType: "text/markdown", filename: null, description: null } as const;
  return { ...plain, slug: null, smaller: new Map(), hash, signature, ...draft };
}
