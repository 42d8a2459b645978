import { openDesk } from "./open-desk.tsx";

const place = document.getElementById("app");
if (place) openDesk(place);
