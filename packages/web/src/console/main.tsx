import { registerWorker } from "./app/register-worker.ts";
import { openConsole } from "./open-console.tsx";

const place = document.getElementById("app");
if (place) openConsole(place);
registerWorker();
