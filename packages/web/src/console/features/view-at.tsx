import type { ComponentType } from "react";
import NotFound from "./not-found.tsx";

interface ViewProps {
  /** The parts of the path below the section. */
  readonly rest: readonly string[];
}

/** A view at its addresses. @param places the paths below its section; at any other there is no page */
export function viewAt(places: RegExp, View: ComponentType<ViewProps>): ComponentType<ViewProps> {
  return function Placed({ rest }) {
    return places.test(rest.join("/")) ? <View rest={rest} /> : <NotFound />;
  };
}
