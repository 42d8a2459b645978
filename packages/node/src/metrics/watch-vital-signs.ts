import { limits } from "../domain/diagnosis/health-limits.ts";
import type { QueueSigns, VitalSigns } from "../domain/diagnosis/vital-signs.ts";
import { addGauge, addGauges, type Metrics } from "./create-metrics.ts";

/** What is read from database and disk when somebody asks. */
export function watchVitalSigns(metrics: Metrics, read: () => Promise<VitalSigns>): void {
  const ofQueues = (name: string, help: string, pick: (signs: QueueSigns) => number) =>
    addGauges(metrics, {
      name,
      help,
      label: "queue",
      read: async () =>
        Object.fromEntries(
          Object.entries((await read()).queues).map(([queue, signs]) => [queue, pick(signs)]),
        ),
    });
  ofQueues(
    "freehold_queue_rows",
    `Rows that wait in a queue, counted up to ${limits.countedRows}.`,
    ({ pending }) => pending,
  );
  ofQueues(
    "freehold_queue_oldest_seconds",
    "Age of the oldest row that waits in a queue.",
    ({ oldestMs }) => oldestMs / 1000,
  );
  ofQueues(
    "freehold_queue_overdue_seconds",
    "For how long the most urgent row of a queue has been due.",
    ({ overdueMs }) => overdueMs / 1000,
  );
  addGauges(metrics, {
    name: "freehold_peers",
    help: `Nodes that this one calls, by how the way to them is, counted up to ${limits.countedRows}.`,
    label: "state",
    read: async () => ({ ...(await read()).peers }),
  });
  const one = (name: string, help: string, pick: (signs: VitalSigns) => number) =>
    addGauge(metrics, { name, help, read: async () => pick(await read()) });
  one("freehold_database_bytes", "What the database takes on disk.", ({ databaseBytes }) => databaseBytes);
  one("freehold_contents", "Contents that the database knows.", ({ contents }) => contents.count);
  one("freehold_contents_bytes", "Bytes of those contents.", ({ contents }) => contents.bytes);
  one(
    "freehold_disk_free_bytes",
    "What can still be written where the data is.",
    ({ freeBytes }) => freeBytes,
  );
}
