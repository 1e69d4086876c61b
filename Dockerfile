# The Everwhen service. Neo4j runs beside it, see docker-compose.yml.
FROM node:24-slim AS graphiql
WORKDIR /build
COPY service/web/graphiql/package.json service/web/graphiql/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY service/web/graphiql/build.mjs ./
COPY service/web/graphiql/src ./src
RUN node build.mjs

FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=2
WORKDIR /app
COPY requirements/core.lock requirements/core.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/core.lock
COPY pyproject.toml README.md LICENSE ./
COPY service service
COPY graph_schema graph_schema
COPY extractors extractors
COPY cypher cypher
COPY examples examples
COPY --from=graphiql /build/dist service/web/graphiql/dist
RUN pip install --no-cache-dir --no-deps --no-build-isolation --editable . \
    && useradd --create-home everwhen && mkdir /data && chown everwhen /data
USER everwhen
ENV EVERWHEN_HOST=0.0.0.0 EVERWHEN_PORT=8420 EVERWHEN_DATA_DIR=/data
VOLUME /data
EXPOSE 8420
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=6 CMD ["everwhen", "info", "--json"]
CMD ["everwhen", "serve"]
