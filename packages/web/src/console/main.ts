import "./first-styles.ts";
import { loadFirstMessages } from "../messages/console/use-messages.ts";
import { startFirstReads } from "./first-reads.ts";

startFirstReads();
const element = document.getElementById("app");
void loadFirstMessages();
const { openConsole } = await import("./open-console.tsx");
if (element) await openConsole(element);
const { registerWorker } = await import("./app/register-worker.ts");
registerWorker();
