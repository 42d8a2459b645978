# Freehold in a container: what an archive of a release holds, built from this repository, with Node and nothing else.
# Its root is never written: start it with --read-only. Everything of the owner is in /data. amd64 and arm64.
# The image below it is named by its digest; Dependabot proposes a newer one each week.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /source
COPY . .
# No script of a package is run, here and below: native code comes built, and esbuild and the like as packages of their own.
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build
# In the versions and with the hashes of package-lock.json.
RUN node scripts/release/write-program.ts /app/node_modules/freehold
RUN mkdir /data

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production FREEHOLD_DATA=/data FREEHOLD_HOST=0.0.0.0
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=1000000
COPY --from=build /app /app
COPY --from=build --chown=node:node /data /data
USER node
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8543
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8543/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "/app/node_modules/freehold/bin/freehold.js"]
CMD ["start"]
