import { registerWorker } from "./app/register-worker.ts";
import { openConsole } from "./open-console.tsx";

const element = document.getElementById("app");
if (element) openConsole(element);
registerWorker();
