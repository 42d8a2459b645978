import { registerWorker } from "./app/register-worker.ts";
import { openDesk } from "./open-desk.tsx";

const place = document.getElementById("app");
if (place) openDesk(place);
registerWorker();
