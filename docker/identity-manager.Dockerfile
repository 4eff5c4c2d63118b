# syntax=docker/dockerfile:1
# Build from the repository's root: docker build -f docker/identity-manager.Dockerfile -t identity-manager .

FROM node:24-bookworm AS build
ENV NX_DAEMON=false
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx nx build identity-manager && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production IDM_DATA_DIR=/data
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/dist/apps/identity-manager dist/apps/identity-manager
RUN mkdir /data && chown node:node /data
# The user node of the base image, by number: orchestrators can then see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Settings are the IDM_* variables of the original image.
ENTRYPOINT ["node", "dist/apps/identity-manager/main.js"]
