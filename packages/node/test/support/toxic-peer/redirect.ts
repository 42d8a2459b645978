import { type Behaviour, headOf } from "./behaviour.ts";

function to(location: string): Behaviour {
  return {
    answer({ write, end }) {
      write(headOf({ status: 307, headers: { location, "content-length": "0" } }));
      end();
    },
  };
}

/** Peers that redirect each caller. */
export const redirect = {
  "redirects to loopback": to("https://127.0.0.2:1/"),
  "redirects to loopback by IPv6": to("https://[::1]:1/"),
  "redirects into a private network": to("https://10.0.0.1/"),
  "redirects to cloud metadata": to("https://169.254.169.254/latest/"),
  "redirects to plain HTTP": to("http://localhost/"),
  "redirects in a circle": {
    answer({ write, end, request }) {
      const location = request.url ?? "/";
      write(headOf({ status: 302, headers: { location, "content-length": "0" } }));
      end();
    },
  },
} as const satisfies Record<string, Behaviour>;
