# The service in a container: `docker build -t remembrancer .`, or with optional parts:
# `docker build --build-arg EXTRAS=neo4j,llm .`, or `neo4j,llm,embeddings` (torch: 5 GB more). The packages of each
# choice are pinned by hash in locks/.
ARG PYTHON=3.11.13-slim-bookworm

FROM python:${PYTHON} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
RUN python -m venv /srv/remembrancer
COPY locks locks
ARG EXTRAS=neo4j
RUN /srv/remembrancer/bin/pip install --require-hashes -r "locks/$EXTRAS.lock"
COPY pyproject.toml setup.py README.md LICENSE NOTICE remembrancer_client.py ./
COPY remembrancer remembrancer
COPY languages languages
COPY graph graph
COPY context context
COPY archivists archivists
COPY api api
# Nothing more is downloaded: setuptools, which builds the project, is among the packages above.
RUN /srv/remembrancer/bin/pip install --no-deps --no-build-isolation . \
    && /srv/remembrancer/bin/python -m pip uninstall --yes --quiet pip setuptools \
    && find /srv/remembrancer -depth -type d -name tests -exec rm -r {} +  # Of packages: 23 of 246 MB.

FROM python:${PYTHON}
RUN groupadd --gid 10001 remembrancer \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin remembrancer \
    && install --directory --mode 700 --owner remembrancer --group remembrancer /data
COPY --from=build /srv/remembrancer /srv/remembrancer
ENV PATH=/srv/remembrancer/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    REMEMBRANCER_LOG_FORMAT=json \
    REMEMBRANCER_STORE=/data/memory.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
# Checks only that the process answers: an outage of the store's server (see /ready) is no reason to restart it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/health', timeout=2)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["remembrancer"]
CMD ["serve"]
