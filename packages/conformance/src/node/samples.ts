import { Skipped } from "../expectations.ts";
import type { Sample, SampleKind, TestContext } from "../test-context.ts";
import type { NodeUnderTest } from "./client.ts";
import type { Entry, NodeInfo } from "./node-info.ts";

/** Entries to sample from each end of the index. */
const maxSamples = 20;

const missing: Readonly<Record<SampleKind, string>> = {
  any: "the node serves no content of a publication",
  post: "the node has no publication of the kind POST",
  file: "the node has no publication of the kind FILE",
  image: "the node has no publication of an image",
  slug: "the node has no publication with a slug",
};

/** Finds contents for checks, and caches them. */
export function createSampler(node: NodeUnderTest, { entries }: NodeInfo): TestContext["sample"] {
  const candidates = [...new Set([...entries.slice(0, maxSamples), ...entries.slice(-maxSamples)])];
  const samples = new Map<Entry, Promise<Sample>>();
  const take = (entry: Entry) => {
    const sample = samples.get(entry) ?? fetchSample(node, entry);
    samples.set(entry, sample);
    return sample;
  };
  return async (kind) => {
    for (const entry of candidates.filter((candidate) => mayBe(kind, candidate))) {
      const sample = await take(entry);
      if (sample.reply.status === 200 && sample.reply.body.length >= 4 && is(kind, sample)) return sample;
    }
    throw new Skipped(missing[kind]);
  };
}

async function fetchSample(node: NodeUnderTest, { contentHash, timestamp, slug }: Entry): Promise<Sample> {
  const path = `/ewp/contents/${contentHash}`;
  return { contentHash, timestamp, slug, path, reply: await node.get(path) };
}

function mayBe(kind: SampleKind, entry: Entry): boolean {
  if (kind === "slug") return entry.slug !== null;
  if (kind === "post") return entry.kind === "POST";
  return kind === "any" || entry.kind === "FILE";
}

function is(kind: SampleKind, { reply }: Sample): boolean {
  return kind !== "image" || /^image\/(jpeg|png|webp|gif)/.test(reply.headers["content-type"] ?? "");
}
