# syntax=docker/dockerfile:1

# The table for others to reach:
#   docker run --publish 4114:4114 --volume overwinter:/data ghcr.io/OWNER/overwinter
# Any other command of the program follows the name of the image: `… overwinter games`.

FROM rust:1-slim-trixie AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target,sharing=locked \
    cargo build --profile dist --locked --package overwinter --features full \
    && install -D --strip target/dist/overwinter /out/overwinter

FROM debian:trixie-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /data overwinter \
    && install --directory --owner overwinter --group overwinter /data
COPY --from=build /out/overwinter /usr/local/bin/overwinter
COPY LICENSE-APACHE LICENSE-MIT NOTICE.md /usr/share/doc/overwinter/
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 4114
# The image has no curl, and bash needs none.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/4114 && printf 'GET /health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["overwinter"]
CMD ["serve", "--bind", "0.0.0.0:4114", "--data", "/data"]
