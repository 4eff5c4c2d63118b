# syntax=docker/dockerfile:1
# Build from the repository's root: docker build -f docker/context-broker.Dockerfile -t context-broker .

FROM node:24-bookworm AS build
ENV NX_DAEMON=false
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx nx build context-broker && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production ORION_MONGO_URI=sqlite:/data
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/dist/apps/context-broker dist/apps/context-broker
RUN mkdir /data && chown node:node /data
# The user node of the base image, by number: orchestrators can then see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 1026
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:1026/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Flags after the image name are added to the command, as with the original image.
ENTRYPOINT ["node", "dist/apps/context-broker/main.js", "-fg", "-multiservice", "-disableFileLog", "-pidpath", "/tmp/context-broker.pid"]
