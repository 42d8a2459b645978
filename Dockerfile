# Freehold in a container: builds the packages of this repository, installs that of the node, and keeps it with Node and nothing else.
# Its root is never written: start it with --read-only. Everything of the owner is in /data. amd64 and arm64.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci
RUN npm run pack -- /packages

FROM node:24.21.0-bookworm-slim AS install
WORKDIR /app
COPY --from=build /packages/freehold-[0-9]*.tgz /packages/
RUN npm install --omit=dev --no-audit --no-fund /packages/freehold-[0-9]*.tgz
# What V8 makes of the code is kept with it: later nothing can be written there.
RUN NODE_COMPILE_CACHE=/app/node_modules/freehold/node_modules/.cache/freehold node --input-type=module --eval 'import "freehold"'
RUN mkdir /data

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production FREEHOLD_DATA=/data FREEHOLD_HOST=0.0.0.0
COPY --from=install /app /app
COPY --from=install --chown=node:node /data /data
USER node
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8543
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:8543/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "/app/node_modules/freehold/bin/freehold.js"]
CMD ["start"]
