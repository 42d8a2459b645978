import { createForeign, type Foreign } from "../../src/foreign/foreign.ts";

const readers = createForeign();

/**
 * The readers of documents, shared by all tests of a worker: to start a process for each test takes longer than most tests. They
 * end when they have no work, and with the worker.
 */
export const sharedForeign: Foreign = {
  read: readers.read,
  async [Symbol.asyncDispose]() {},
};
