// The main entry loads metrics of its own and OpenTelemetry too, which no metric here needs: 70 modules.
declare module "@prometheus-io/client/lib/counter.js" {
  export { Counter as default } from "@prometheus-io/client";
}

declare module "@prometheus-io/client/lib/gauge.js" {
  export { Gauge as default } from "@prometheus-io/client";
}

declare module "@prometheus-io/client/lib/histogram.js" {
  export { Histogram as default } from "@prometheus-io/client";
}

declare module "@prometheus-io/client/lib/registry.js" {
  export { Registry as default } from "@prometheus-io/client";
}
