#!/bin/sh
# Run once by the database's own image, in an empty cluster: the three roles and what each may do at all.
# Table by table the migrations grant the rest. Needs OWNER_PASSWORD and APP_PASSWORD.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
    --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" --set base="$POSTGRES_DB" <<'SQL'
CREATE ROLE memory_admin_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner';
CREATE ROLE memory_admin_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'app';
CREATE ROLE memory_admin_reader NOLOGIN;
GRANT memory_admin_reader TO memory_admin_app WITH INHERIT FALSE, SET TRUE;
CREATE EXTENSION IF NOT EXISTS vector;
REVOKE ALL ON DATABASE :"base" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"base" TO memory_admin_owner, memory_admin_app;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO memory_admin_owner;
GRANT USAGE ON SCHEMA public TO memory_admin_app, memory_admin_reader;
SQL
