# docker build -t portcullis .                                  the proxy: Node, dist/proxy.js and nothing else
# docker build -t portcullis-compiler --target compiler .       the command line, for init containers and CI
# docker build -t portcullis --build-context own=FOLDER .       with files of yours over profiles/ and rules/
# docs/install.md says how they are run.
ARG NODE_IMAGE=node:24-bookworm-slim

# Replaced by --build-context own=FOLDER.
FROM scratch AS own

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund

FROM packages AS build
COPY . .
COPY --from=own / ./
# What make build does. Rules with errors end the build here.
RUN npx tsx scripts/build.ts --cli \
    && node dist/portcullis.mjs compile \
    && node dist/portcullis.mjs check --fail-on error \
    && npx tsx scripts/build.ts

# Node with the libraries that it names, and a user: no shell, no package manager.
FROM ${NODE_IMAGE} AS runtime
RUN mkdir -p /runtime/etc /runtime/usr/local/bin /runtime/tmp /runtime/app \
    && cp /usr/local/bin/node /runtime/usr/local/bin/ \
    && ldd /usr/local/bin/node | grep -o '/[^ ]*' | xargs -I LIBRARY cp --parents -L LIBRARY /runtime/ \
    && chmod 1777 /runtime/tmp \
    && echo 'portcullis:x:65532:65532::/tmp:/sbin/nologin' > /runtime/etc/passwd \
    && echo 'portcullis:x:65532:' > /runtime/etc/group \
    && echo 'hosts: files dns' > /runtime/etc/nsswitch.conf

FROM packages AS command-line
# TypeScript stays for a package that would take it when it is there; nothing here does.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/typescript node_modules/@typescript node_modules/.bin/tsc
COPY --from=build /app/dist/ dist/
RUN rm -f dist/proxy.* dist/*.meta.json

FROM scratch AS compiler
COPY --from=runtime /runtime/ /
COPY --from=command-line /app/package.json /app/
COPY --from=command-line /app/node_modules/ /app/node_modules/
COPY --from=command-line /app/dist/ /app/dist/
# What emitted modules are bundled with, and what profiles name.
COPY --from=build /app/runtime/engine/ /app/runtime/engine/
COPY --from=build /app/profiles/ /app/profiles/
COPY --from=build /app/rules/ /app/rules/
WORKDIR /app
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/portcullis.mjs"]
CMD ["--help"]

FROM scratch AS proxy
COPY --from=runtime /runtime/ /
COPY --from=build /app/dist/proxy.js /app/proxy.js
COPY --from=build /app/LICENSE /app/NOTICE /app/dist/proxy.licences.md /app/
WORKDIR /app
USER 65532:65532
ENV NODE_ENV=production ADMIN_PORT=9090 AUDIT_LOG=stdout \
    MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=8
EXPOSE 8081 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/node", "/app/proxy.js"]
