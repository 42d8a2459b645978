import "./first-styles.ts";
import { startFirstReads } from "./first-reads.ts";

/** When the service worker is installed, after the first view, in milliseconds. */
const workerMs = 3_000;

startFirstReads();
const element = document.getElementById("app");
const { openConsole } = await import("./open-console.tsx");
if (element) openConsole(element);
// The worker fetches all of the dashboard: not while the first view does.
setTimeout(async () => (await import("./app/register-worker.ts")).registerWorker(), workerMs);
