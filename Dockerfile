# One image for every part: `serve site`, `serve mcp`, `serve worker`, `serve clock`, `prepare`.
FROM python:3.11-slim AS build
WORKDIR /app
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation . && rm -r build ./*.egg-info

FROM python:3.11-slim
# A volume laid over /seals takes on whose it is, so that the clock may write there.
RUN useradd --create-home --uid 10001 memory-admin \
    && install --directory --owner=memory-admin --mode=0700 /seals /home/memory-admin/home
COPY --from=build /venv /venv
COPY --from=build --chown=root:root /app /app
WORKDIR /app
USER memory-admin
ENV PATH=/venv/bin:$PATH PYTHONPATH=/app PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 MEMORY_ADMIN_HOME=/home/memory-admin/home
ENTRYPOINT ["python", "-m", "memory_admin.cli"]
CMD ["serve", "site", "--host", "0.0.0.0"]
