# Build from the repository's root: docker build -f docker/identity-manager.Dockerfile -t identity-manager .

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Nothing is compiled: native parts come with their packages.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY tools/build-image.mjs tools/bundling.mjs tools/licences.mjs tools/native-parts.mjs tools/typescript.mjs tools/
COPY docker/curl.mjs docker/
COPY libs libs
COPY apps/identity-manager apps/identity-manager
RUN node tools/build-image.mjs identity-manager /out

FROM node:24-bookworm-slim
ENV NODE_ENV=production IDM_DATA_DIR=/data IDM_ADDRESS_FILE=/tmp/identity-manager.address
# Volumes for certificates and lists are mounted below the original's folder; relative paths begin here.
WORKDIR /opt/fiware-idm
COPY --from=build /out/app /app
COPY --from=build /out/bin/identity-manager /out/bin/curl /usr/local/bin/
COPY --from=build --chown=1000:1000 /out/data /data
COPY --from=build --chown=1000:1000 /out/backup /backup
# The user node of the base image, by number: orchestrators can then see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s CMD ["node", "/app/main.js", "health"]
STOPSIGNAL SIGTERM
# Settings are the IDM_* variables of the original image; subcommands follow the image name.
ENTRYPOINT ["node", "/app/main.js"]
