import { readdir } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { Counter } from "@prometheus-io/client";
import { addGauge, addGauges, type Metrics } from "./metrics.ts";

/** What the process takes of the machine, by the names that dashboards for Node know. */
export function watchProcess(metrics: Metrics): void {
  const bytes = (name: string, help: string, read: (usage: NodeJS.MemoryUsage) => number) =>
    addGauge(metrics, { name, help, read: () => read(process.memoryUsage()) });
  bytes("process_resident_memory_bytes", "Memory that the process holds.", ({ rss }) => rss);
  bytes("nodejs_heap_size_used_bytes", "What is used of the heap.", ({ heapUsed }) => heapUsed);
  bytes("nodejs_heap_size_total_bytes", "The size of the heap.", ({ heapTotal }) => heapTotal);
  bytes(
    "nodejs_external_memory_bytes",
    "Memory of the process outside of the heap.",
    ({ external }) => external,
  );
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Time that the process has had of the processors.",
    registers: [metrics.registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  addGauge(metrics, {
    name: "process_start_time_seconds",
    help: "When the process was started, in seconds of the Unix epoch.",
    read: () => Math.round(Date.now() / 1000 - process.uptime()),
  });
  let before = performance.eventLoopUtilization();
  addGauge(metrics, {
    name: "nodejs_eventloop_utilization",
    help: "How much of the time since this was last read the event loop was busy, from 0 to 1.",
    read() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  });
  addGauge(metrics, {
    name: "process_open_fds",
    help: "Open file descriptors; 0 where the system does not tell.",
    read: countDescriptors,
  });
  addGauges(metrics, {
    name: "nodejs_active_resources",
    help: "Timers, sockets and requests that the process waits for, by kind.",
    label: "type",
    read: countResources,
  });
}

async function countDescriptors(): Promise<number> {
  // The one that reads the folder is counted as well.
  return await readdir("/proc/self/fd").then(
    (names) => names.length - 1,
    () => 0,
  );
}

function countResources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const type of process.getActiveResourcesInfo()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
