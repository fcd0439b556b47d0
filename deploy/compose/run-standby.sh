#!/bin/bash
# Copies the primary at the first start, and follows it from then on.
set -eu
export PGPASSWORD="$REPLICATION_PASSWORD"
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  mkdir -p -m 0700 "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf \
    --dbname="host=$PRIMARY port=${PRIMARY_PORT:-5432} user=replicator application_name=standby"
fi
exec postgres "$@"
