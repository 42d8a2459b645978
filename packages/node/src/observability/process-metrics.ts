import { readdir } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import Counter from "@prometheus-io/client/lib/counter.js";
import { addGauges, type Metrics } from "./metrics.ts";

/** Adds the use of the machine by this process, under the names that dashboards for Node expect. */
export function watchProcess(metrics: Metrics): void {
  const memory = (name: string, help: string, part: keyof NodeJS.MemoryUsage) =>
    addGauges(metrics, { name, help, read: () => process.memoryUsage()[part] });
  memory("process_resident_memory_bytes", "Memory that the process holds.", "rss");
  memory("nodejs_heap_size_used_bytes", "What is used of the heap.", "heapUsed");
  memory("nodejs_heap_size_total_bytes", "The size of the heap.", "heapTotal");
  memory("nodejs_external_memory_bytes", "Memory of the process outside of the heap.", "external");
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time that the process has used.",
    registers: [metrics.registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  let before = performance.eventLoopUtilization();
  addGauges(
    metrics,
    {
      name: "process_start_time_seconds",
      help: "When the process was started, in seconds of the Unix epoch.",
      read: () => Math.round(Date.now() / 1000 - process.uptime()),
    },
    {
      name: "nodejs_eventloop_utilization",
      help: "Share of the time since the last scrape in which the event loop was busy, from 0 to 1.",
      read() {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        before = now;
        return utilization;
      },
    },
    {
      name: "process_open_fds",
      help: "Open file descriptors; 0 if the system does not report them.",
      // The descriptor that reads the folder is not counted.
      read: () =>
        readdir("/proc/self/fd").then(
          ({ length }) => length - 1,
          () => 0,
        ),
    },
    {
      name: "nodejs_active_resources",
      help: "Timers, sockets and requests that the process waits for, by kind.",
      label: "type",
      read: countResources,
    },
  );
}

function countResources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const type of process.getActiveResourcesInfo()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}
