import { Agent, request } from "undici";

/** A message from the parent: what is called, how many calls run side by side, and over how many connections to one server. */
export interface CallsOrder {
  ca: string;
  urls: string[];
  parallel: number;
  connections: number;
  /** POSTs this; GETs without it. */
  body?: string;
}

/** How long it took, and the processor time of the calls, in milliseconds. */
export interface CallsReport {
  ms: number;
  cpuMs: number;
}

/** The floor of what a node does as a client: bare undici, which reads each answer and does nothing with it. It stays, so that it is as warm as a node. */
process.on("message", (order: CallsOrder) => {
  void run(order).then((report) => process.send?.(report));
});

async function run({ ca, urls, parallel, connections, body }: CallsOrder): Promise<CallsReport> {
  const agent = new Agent({ connect: { ca, timeout: 60_000 }, connections, pipelining: 1 });
  const cpu = process.cpuUsage();
  const began = performance.now();
  let next = 0;
  const call = async () => {
    for (let url = urls[next++]; url !== undefined; url = urls[next++]) {
      const post = { method: "POST", headers: { "content-type": "application/json" }, body } as const;
      const reply = await request(url, { dispatcher: agent, ...(body !== undefined && post) });
      await reply.body.bytes();
      if (reply.statusCode >= 300) throw new Error(`${url} answered ${reply.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, call));
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await agent.destroy();
  return { ms, cpuMs: (user + system) / 1000 };
}
