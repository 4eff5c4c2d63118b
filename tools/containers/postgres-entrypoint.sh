#!/bin/sh
# What the image of PostgreSQL does at its start, as far as our compose files rely on it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp) && printf '%s\n' "$POSTGRES_PASSWORD" >"$password"
  initdb --username="$POSTGRES_USER" --pwfile="$password" --auth-host=scram-sha-256 --no-sync >/dev/null
  rm "$password"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl start --wait --silent -o "-c listen_addresses=''" -l /tmp/first-start.log
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl stop --wait --silent --mode=fast
fi
exec postgres -c listen_addresses='*' -c fsync=off
