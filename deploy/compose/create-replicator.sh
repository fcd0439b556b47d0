#!/bin/bash
# Runs once, when the database of the primary is created: lets the standby follow.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'END'
create role replicator replication login password :'password';
-- From the next start on a commit waits for the standby.
alter system set synchronous_standby_names = 'standby';
END
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
