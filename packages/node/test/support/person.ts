import { type Address, contentHash, type Form, type Hash } from "@freehold/protocol";
import { acceptVisitorFollow, prepareVisitorFollow } from "../../src/domain/connections/follow.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../../src/domain/profile/update-profile.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { deleteConnection, findConnection } from "../../src/store/peers/connections.ts";
import { findProfile } from "../../src/store/peers/profiles.ts";
import { createReferencePeer, type ReferencePeer } from "./reference-peer/reference-peer.ts";
import { isConnected } from "./reference-peer/state.ts";
import type { TestNetwork, TestNode } from "./test-network.ts";

/** Somebody with a node of either form: what a scenario does, and what it looks at. */
export interface Person {
  readonly form: Form;
  readonly title: string;
  readonly address: Address;
  readonly url: string;
  readonly node: TestNode | null;
  readonly reference: ReferencePeer | null;
  /** Follows somebody in the way that the two forms have for it. */
  follow(other: Person): Promise<void>;
  unfollow(other: Person): Promise<void>;
  publish(content: string | Uint8Array, about?: About): Promise<Hash>;
  /** Deletes a publication of this owner's. */
  remove(hash: Hash): Promise<void>;
  changeProfile(changes: { title?: string; url?: string }): Promise<void>;
  /** Whether its own record says so. */
  hasConnection(follower: Person, followee: Person): Promise<boolean>;
  /** Loses its own record of a follow, and tells nobody. */
  forget(follower: Person, followee: Person): Promise<void>;
  /** What it knows of another node. */
  knows(other: Person): Promise<Known | null>;
  /** What it has of another node, oldest first. */
  has(
    other: Person,
  ): Promise<Array<{ kind: string; hash: Hash; slug: string | null; caption: string | null }>>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Waits until it has nothing left to do. */
  settled(): Promise<void>;
}

interface About {
  slug?: string;
  takesSlug?: boolean;
  /** The caption of a file. */
  description?: string;
  mediaType?: string;
}

interface Known {
  title: string;
  url: string;
  description: string | null;
  form: Form | null;
}

/** @param description of the node; unset by default */
export async function createPerson(
  network: TestNetwork,
  form: Form,
  { title, description = "" }: { title: string; description?: string },
): Promise<Person> {
  return form === "baseline"
    ? baselinePerson(await network.start({ title, description }), title)
    : referencePerson(await createReferencePeer(network, { title, description }), title);
}

function baselinePerson(node: TestNode, title: string): Person {
  const context = () => node.running.context;
  const { address } = node.signer;
  let url = node.url;
  const person: Person = {
    form: "baseline",
    title,
    address,
    node,
    reference: null,
    get url() {
      return url;
    },
    async follow(other) {
      await node.follow(other);
    },
    unfollow: (other) => node.unfollow({ signer: { ...node.signer, address: other.address } }),
    publish: async (content, about) => (await node.publish(content, about)).contentHash,
    async remove(hash) {
      const found = (await node.timeline()).find((item) => item.contentHash === hash);
      await destroyPublication(context(), found?.id ?? 0);
    },
    async changeProfile(changes) {
      const { meaning, forms } = await prepareProfileUpdate(context(), changes);
      const signed = forms.map((form) => node.signer.sign("NodeProfileUpdate", meaning, form));
      await updateOwnProfile(context(), signed, takeAnyAddress);
      url = changes.url ?? url;
    },
    hasConnection: async (follower, followee) =>
      (await findConnection(context().store.db, follower.address, followee.address)) !== null,
    async forget(follower, followee) {
      const { store } = context();
      await store.transaction((tx) => deleteConnection(tx, follower.address, followee.address));
    },
    knows: (other) => findProfile(context().store.db, other.address),
    async has(other) {
      const items = (await node.timeline()).filter((item) => item.publisherAddress === other.address);
      const found = items.map(async ({ kind, contentHash: hash, slug, description }) => {
        // Of the bytes that are here, not of what was said.
        const bytes = await context().blobs.readAll(hash, 1_000_000);
        return { kind, hash: contentHash(bytes), slug, caption: description };
      });
      return (await Promise.all(found)).reverse();
    },
    stop: () => node.stop(),
    start: () => node.start(),
    settled: () => node.settled(),
  };
  return person;
}

function referencePerson(reference: ReferencePeer, title: string): Person {
  const { address, state } = reference;
  const person: Person = {
    form: "reference",
    title,
    address,
    node: null,
    reference,
    get url() {
      return reference.url;
    },
    async follow(other) {
      if (!other.node) throw new Error("Two reference nodes are not our concern.");
      const { context } = other.node.running;
      // What the page of that node has the visitor sign.
      const { meaning, form } = await prepareVisitorFollow(context, reference.url);
      if (form !== "reference") throw new Error("The page asks for a signature in another form.");
      const followee = { address: meaning.followeeAddress, url: meaning.followeeUrl };
      await acceptVisitorFollow(context, await reference.signFollow(followee));
    },
    unfollow: (other) => reference.unfollow(other.address),
    async publish(content, about) {
      const { mediaType: mimetype = "image/png", ...labels } = about ?? {};
      const { content_hash } = await reference.publish({ content, mimetype, ...labels });
      return content_hash;
    },
    async remove(hash) {
      const at = state.publications.findIndex((one) => one.content_hash === hash);
      if (at >= 0) state.publications.splice(at, 1);
    },
    changeProfile: (changes) => reference.updateProfile(changes),
    hasConnection: async (follower, followee) => isConnected(state, follower.address, followee.address),
    async forget(follower, followee) {
      state.connections = state.connections.filter(
        (one) => one.follower !== follower.address || one.followee !== followee.address,
      );
    },
    async knows(other) {
      const known = state.nodes.get(other.address);
      return known ? { ...known, form: null } : null;
    },
    async has(other) {
      const theirs = state.publications.filter((one) => one.author_address === other.address);
      return theirs.map(({ type, bytes, slug, description }) => ({
        kind: type,
        hash: contentHash(bytes),
        slug,
        caption: description,
      }));
    },
    stop: () => reference.stop(),
    start: () => reference.start(),
    settled: async () => {},
  };
  return person;
}
