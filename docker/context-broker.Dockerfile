# Build from the repository's root: docker build -f docker/context-broker.Dockerfile -t context-broker .

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Nothing is compiled: native parts come with their packages.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY tools/build-image.mjs tools/bundling.mjs tools/licences.mjs tools/native-parts.mjs tools/typescript.mjs tools/
COPY docker/curl.mjs docker/
COPY libs libs
COPY apps/context-broker apps/context-broker
RUN node tools/build-image.mjs context-broker /out

FROM node:24-bookworm-slim
# An address of a MongoDB, by flag or variable, takes the place of the folder.
ENV NODE_ENV=production ORION_DATA_DIR=/data ORION_ADDRESS_FILE=/tmp/context-broker.address
WORKDIR /app
COPY --from=build /out/app ./
COPY --from=build /out/bin/context-broker /out/bin/curl /usr/local/bin/
COPY --from=build --chown=1000:1000 /out/data /data
COPY --from=build --chown=1000:1000 /out/backup /backup
# The user node of the base image, by number: orchestrators can then see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 1026
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["node", "/app/main.js", "health"]
STOPSIGNAL SIGTERM
# Flags after the image name are added to the command, as with the original image; so are subcommands.
ENTRYPOINT ["node", "/app/main.js", "-fg", "-multiservice", "-disableFileLog", "-pidpath", "/tmp/context-broker.pid"]
