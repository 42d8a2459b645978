#!/bin/sh
# Starts Freehold with the Node that came along, wherever a link to this file is.
folder=$(readlink -f -- "$0")
folder=${folder%/*}
VARIABLES exec "$folder/../node/bin/node" FLAGS "$folder/freehold.js" "$@"
