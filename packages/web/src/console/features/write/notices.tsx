import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { noticesId } from "../../shell/notices.ts";

/** Shows its content in the bar at the edge of the window, beside the notices of the app: nothing else moves. */
export function Notices({ children }: { children: ReactNode }): ReactElement | null {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useEffect(() => setBar(document.getElementById(noticesId)), []);
  return bar && createPortal(children, bar);
}
