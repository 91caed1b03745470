# One machine of a cluster that grades a class: the engine from its wheel, with what a batch and Dask need.
#   make wheel && docker build -f autograder/docker/class.Dockerfile -t softmark-class dist
# Not run by the project's own tests: every command in it is.
FROM python:3.12.11-slim-bookworm

ARG EXTRAS=class
WORKDIR /wheels
COPY softmark-*.whl /wheels/
RUN pip install --no-cache-dir "$(echo /wheels/softmark-*.whl)[$EXTRAS]"
WORKDIR /course
ENTRYPOINT ["softmark"]
