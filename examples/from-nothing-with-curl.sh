#!/usr/bin/env bash
# From an empty node to a signed, delivered and commented post, with curl, a shell and a key.
#
#     SETUP_CODE_FILE=FILE FRIEND_CODE_FILE=FILE examples/from-nothing-with-curl.sh NODE FRIEND KEYS
#
# NODE and FRIEND are the URLs of two nodes without an owner, such as https://ada.example. KEYS is a folder with the owners'
# keys, `owner.key` and `friend.key`; missing keys are made. Afterwards the nodes belong to these keys.
#
#     SETUP_CODE_FILE=FILE     the setup code of NODE: the file `setup-code` in its data folder, or a file with the part after
#                              `#code=` in the link that it printed
#     FRIEND_CODE_FILE=FILE    the same for FRIEND
#     CACERT=FILE              an additional certificate authority, for your own certificates
#
# If an answer is not as expected, the script prints it and exits.
set -euo pipefail
umask 077

[ $# -eq 3 ] && [ -r "${SETUP_CODE_FILE:-}" ] && [ -r "${FRIEND_CODE_FILE:-}" ] ||
  { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 2; }
node=${1%/} friend=${2%/} keys=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- Helpers ----------------------------------------------------------------------------------------------------------

say() { printf '\n%s\n' "$*"; }
tell() { printf '  %s\n' "$*"; }

# Ends the script and prints the last answer.
fail() {
  printf '\n%s\nThe answer was %s:\n' "$*" "$status" >&2
  cat "$work/reply" >&2
  echo >&2
  exit 1
}

# The Node from `npm ci`, for two things that a shell can't do: sign, and parse JSON.
ours() { "$here/../node_modules/.bin/node" "$here/$@"; }

# json value PATH, json text PATH: one value of the last answer.
json() { ours json.ts "$@" <"$work/reply"; }

# One HTTP request: its answer is in $work/reply, its status in $status. Secrets are in files and standard input, because
# every user of a machine can read arguments.
status=none
call() {
  : >"$work/reply"
  status=$(curl --silent --show-error --max-time 60 ${CACERT:+--cacert "$CACERT"} \
    --output "$work/reply" --write-out '%{http_code}' "$@") || fail "curl failed: $*"
}

# ask NODE CALLER QUERY [VARIABLES]: one operation of GraphQL. CALLER is a file with an Authorization header, or `nobody`.
# A document without quotes and line ends is valid inside a JSON string.
: >"$work/nobody"
send() {
  local query
  query=$(tr -s ' \n' ' ' <<<"$3")
  call "$1/api/graphql" --header 'Content-Type: application/json' --header "@$work/$2" --data-binary @- \
    <<<"{ \"query\": \"$query\", \"variables\": ${4:-null} }"
}
ask() {
  send "$@"
  # A refused operation is answered 200, with the reason in `errors`.
  { [ "$status" = 200 ] && ! grep -q '"errors":\[' "$work/reply"; } || fail "The node did not do: $3"
}

# refuse STATUS CODE NODE CALLER QUERY [VARIABLES]: an operation that must be refused, with that code.
refuse() {
  local expected=$1 code=$2
  shift 2
  send "$@"
  [ "$status" = "$expected" ] && [ "$(json text errors.0.extensions.code)" = "$code" ] ||
    fail "This should be refused with $expected and $code: $3"
}

# bearer NAME: saves the token from standard input as the header of a caller.
bearer() { { printf 'Authorization: Bearer '; cat; } >"$work/$1"; }

# wait_for STATE COMMAND…: repeats the command until it succeeds, for half a minute.
wait_for() {
  local state=$1 tries=0
  shift
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || fail "This did not happen: $state"
    sleep 0.5
  done
  tell "$state"
}

# --- 1. Two keys ------------------------------------------------------------------------------------------------------

say '1. A key is 32 random bytes. Its address is your identity.'
mkdir -p "$keys"
for name in owner friend; do
  [ -e "$keys/$name.key" ] || od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n' >"$keys/$name.key"
done
owner_address=$(ours wallet.ts address "$keys/owner.key")
friend_address=$(ours wallet.ts address "$keys/friend.key")
tell "the owner is $owner_address, a friend $friend_address"

# --- 2. Install -------------------------------------------------------------------------------------------------------

# install NODE NAME ADDRESS TITLE CODE_FILE: the owner signs the node's profile and settings (message DATA of docs/protocol.md).
install() {
  call "$1/api/install"
  [ "$status" = 200 ] && [ "$(json value installed)" = false ] || fail "$1 must be a node without an owner."

  cat >"$work/typed-data" <<JSON
{
  "domain": { "name": "epress world", "version": "1", "chainId": 1 },
  "primaryType": "DATA",
  "types": {
    "EIP712Domain": [
      { "name": "name", "type": "string" }, { "name": "version", "type": "string" }, { "name": "chainId", "type": "uint256" }
    ],
    "DATA": [
      { "name": "node", "type": "Node" }, { "name": "settings", "type": "Settings" }, { "name": "timestamp", "type": "uint256" }
    ],
    "Node": [
      { "name": "avatar", "type": "string" }, { "name": "address", "type": "string" }, { "name": "url", "type": "string" },
      { "name": "title", "type": "string" }, { "name": "description", "type": "string" }
    ],
    "Settings": [
      { "name": "defaultLanguage", "type": "string" }, { "name": "defaultTheme", "type": "string" },
      { "name": "walletConnectProjectId", "type": "string" }
    ]
  },
  "message": {
    "node": { "avatar": "", "address": "$3", "url": "$1", "title": "$4", "description": "Written with curl" },
    "settings": { "defaultLanguage": "en", "defaultTheme": "light", "walletConnectProjectId": "" },
    "timestamp": $(date +%s)
  }
}
JSON
  local signature
  signature=$(ours wallet.ts sign-typed-data "$keys/$2.key" <"$work/typed-data")
  { printf 'X-Setup-Code: '; cat "$5"; } >"$work/code"
  call "$1/api/install" --header 'Content-Type: application/json' --header "@$work/code" --data-binary @- \
    <<<"{ \"typedData\": $(cat "$work/typed-data"), \"signature\": \"$signature\" }"
  [ "$status" = 200 ] && [ "$(json text node.address)" = "$3" ] || fail "$1 could not be installed."
  tell "$1 is $4's"
}

say '2. With the setup code, the signer of the first message becomes the owner.'
install "$node" owner "$owner_address" Ada "$SETUP_CODE_FILE"
install "$friend" friend "$friend_address" Ben "$FRIEND_CODE_FILE"

# --- 3. Sign in -------------------------------------------------------------------------------------------------------

# sign_in NODE NAME ADDRESS: Sign-In with Ethereum. The session is a bearer token for programs; browsers get a cookie.
sign_in() {
  local message signature
  ask "$1" nobody 'query ($address: String!) { getSiweMessage(address: $address) { message } }' "{ \"address\": \"$3\" }"
  message=$(json value data.getSiweMessage.message)
  signature=$(printf %s "$(json text data.getSiweMessage.message)" | ours wallet.ts sign-message "$keys/$2.key")
  ask "$1" nobody 'mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { token expiresAt } }' \
    "{ \"input\": { \"message\": $message, \"signature\": \"$signature\" } }"
  json text data.signInWithEthereum.token | bearer "$2"
  ask "$1" "$2" '{ viewer { kind } }'
  [ "$(json text data.viewer.kind)" = CLIENT ] || fail 'The session is not the owner.'
}

say '3. The owner signs in: the node gives out a text, the wallet signs it, and the text works once.'
sign_in "$node" owner "$owner_address"
sign_in "$friend" friend "$friend_address"
tell 'both owners are signed in'

# --- 4. A token for a program -----------------------------------------------------------------------------------------

say '4. A program gets its own token, which can do only what its scopes allow.'
ask "$node" owner 'mutation ($input: GenerateIntegrationTokenInput!) {
  generateIntegrationToken(input: $input) { token details { id scopes expiresAt } } }' \
  '{ "input": { "label": "curl", "scopes": ["create:publications", "sign:publications"], "expiresInSeconds": 3600 } }'
json text data.generateIntegrationToken.token | bearer program
token_id=$(json text data.generateIntegrationToken.details.id)
refuse 403 FORBIDDEN "$node" program '{ tokens { id } }'
tell 'it can write and sign, and can not list tokens'

# --- 5. Be followed ---------------------------------------------------------------------------------------------------

# A query whose name ends in `ToSign` returns what a wallet signs. Send it back unchanged, with the signature.
say '5. The friend follows: one signs, and both nodes check.'
ask "$friend" friend 'query ($url: String!) { connectionToSign(url: $url) { title message { typedData } } }' \
  "{ \"url\": \"$node\" }"
json value data.connectionToSign.message.typedData >"$work/typed-data"
signature=$(ours wallet.ts sign-typed-data "$keys/friend.key" <"$work/typed-data")
ask "$friend" friend 'mutation ($input: FollowNodeInput!) { followNode(input: $input) { state reason } }' \
  "{ \"input\": { \"message\": { \"typedData\": $(cat "$work/typed-data"), \"signature\": \"$signature\" } } }"
[ "$(json text data.followNode.state)" = FOLLOWING ] || fail 'The friend does not follow.'
ask "$node" owner '{ followers { nodes { title address } } }'
[ "$(json text data.followers.nodes.0.address)" = "$friend_address" ] || fail 'The owner has no such follower.'
tell "$(json text data.followers.nodes.0.title) follows"

# --- 6. Write ---------------------------------------------------------------------------------------------------------

say '6. The program writes a draft and uploads a picture. Nobody else sees a draft.'
ask "$node" program 'mutation ($input: CreatePublicationInput!) { createPublication(input: $input) { id state slug } }' \
  '{ "input": { "type": "POST", "state": "DRAFT", "slug": "hello", "body": "# Hello\n\nThese are *my* words, on my own node.\n" } }'
post=$(json text data.createPublication.id)
[ "$(json text data.createPublication.state)" = DRAFT ] || fail 'This should be a draft.'
call "$node/slug/hello"
[ "$status" = 404 ] || fail 'An anonymous caller sees the draft.'

# The GraphQL multipart request specification: the operation, the path of the file in it, then the file.
base64 -d >"$work/square.png" <<<'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4w0AaYhjVMKph5GogFQEAL4mIEA8YjPwAAAAASUVORK5CYII='
call "$node/api/graphql" --header "@$work/program" \
  --form 'operations={ "query": "mutation ($input: CreatePublicationInput!) { createPublication(input: $input) { id state mediaType contentHash } }",
    "variables": { "input": { "type": "FILE", "state": "DRAFT", "file": null, "description": "A red square" } } }' \
  --form 'map={ "0": ["variables.input.file"] }' --form "0=@$work/square.png"
[ "$status" = 200 ] && [ "$(json text data.createPublication.mediaType)" = image/png ] || fail 'The picture was not accepted.'
picture=$(json text data.createPublication.id)
# What a camera or a program wrote beside the pixels is removed, so the hash is the node's to say.
square=$(json text data.createPublication.contentHash)
tell "the draft is number $post, the picture number $picture"

# --- 7. Sign ----------------------------------------------------------------------------------------------------------

say '7. The owner signs both. From now on they are public, and their bytes never change.'
# For a program a draft exists only if it names the hash of its bytes.
ours_of() { echo "0x$(sha256sum | cut -d ' ' -f 1)"; }
text=$(printf '# Hello\n\nThese are *my* words, on my own node.\n' | ours_of)
ask "$node" program 'query ($ids: [ID!]!, $hashes: [String!]) {
  publicationsToSign(ids: $ids, contentHashes: $hashes) { id message { typedData } } }' \
  "{ \"ids\": [\"$post\", \"$picture\"], \"hashes\": [\"$text\", \"$square\"] }"
signed=
for at in 0 1; do
  id=$(json text "data.publicationsToSign.$at.id")
  json value "data.publicationsToSign.$at.message.typedData" >"$work/typed-data"
  signature=$(ours wallet.ts sign-typed-data "$keys/owner.key" <"$work/typed-data")
  signed+="${signed:+, }{ \"id\": \"$id\", \"message\": { \"typedData\": $(cat "$work/typed-data"), \"signature\": \"$signature\" } }"
done
ask "$node" program 'mutation ($input: SignPublicationsInput!) {
  signPublications(input: $input) { recipients publication { state contentHash timestamp } } }' \
  "{ \"input\": { \"publications\": [$signed] } }"
[ "$(json text data.signPublications.1.publication.state)" = SIGNED ] || fail 'They are not signed.'
hash=$(json text data.signPublications.0.publication.contentHash)
second=$(json text data.signPublications.0.publication.timestamp)
tell "on the way to $(json value data.signPublications.0.recipients) follower"

# --- 8. Be delivered --------------------------------------------------------------------------------------------------

is_delivered() {
  ask "$node" owner 'query ($id: ID!) { publicationDelivery(id: $id) { done pending followers { nodes { peerTitle state reason } } } }' \
    "{ \"id\": \"$1\" }"
  [ "$(json value data.publicationDelivery.done)" = 1 ]
}
has_both() {
  ask "$friend" friend '{ timeline { nodes { body description publisherAddress state contentHash } } }'
  grep -q "$hash" "$work/reply" && grep -q 'A red square' "$work/reply"
}

say '8. The node delivers both to every follower, and shows who has them.'
wait_for 'the post is delivered' is_delivered "$post"
wait_for 'the picture is delivered' is_delivered "$picture"
wait_for "the friend has both in the timeline of the friend's own node" has_both
[ "$(json text data.timeline.nodes.0.publisherAddress)" = "$owner_address" ] || fail 'It has another publisher.'

# --- 9. Be commented --------------------------------------------------------------------------------------------------

say '9. The friend comments, with the same key. Nobody sees a comment before its author has signed it.'
ask "$node" nobody 'query ($slug: String!) { publication(slug: $slug) { id commentCount } }' '{ "slug": "hello" }'
[ "$(json value data.publication.commentCount)" = 0 ] || fail 'There is a comment already.'
ask "$node" nobody 'mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id state } typedData } }' \
  "{ \"input\": { \"publicationId\": \"$post\", \"authType\": \"ETHEREUM\", \"authorId\": \"$friend_address\",
    \"authorName\": \"Ben\", \"body\": \"Well said.\" } }"
comment=$(json text data.createComment.comment.id)
json value data.createComment.typedData >"$work/typed-data"
signature=$(ours wallet.ts sign-typed-data "$keys/friend.key" <"$work/typed-data")
ask "$node" nobody 'mutation ($input: ConfirmCommentInput!) { confirmComment(input: $input) { state } }' \
  "{ \"input\": { \"id\": \"$comment\", \"tokenOrSignature\": \"$signature\" } }"
[ "$(json text data.confirmComment.state)" = PUBLISHED ] || fail 'The comment is not visible.'
tell 'the comment is signed'

# --- 10. Be read ------------------------------------------------------------------------------------------------------

say '10. An anonymous caller reads it and checks every signature.'
call "$node/slug/hello"
{ [ "$status" = 200 ] && grep -q 'words, on my own node' "$work/reply"; } || fail 'The page is not there.'
tell "the page is at $node/slug/hello"
ask "$node" nobody 'query ($slug: String!) { publication(slug: $slug) {
  commentCount comments { nodes { body authorName authorAddress } } } }' '{ "slug": "hello" }'
[ "$(json value data.publication.commentCount)" = 1 ] || fail 'A comment is missing.'
[ "$(json text data.publication.comments.nodes.0.authorAddress)" = "$friend_address" ] || fail 'It is not the friend'\''s comment.'
tell "$(json text data.publication.comments.nodes.0.authorName) says: $(json text data.publication.comments.nodes.0.body)"

# Other nodes read the index, oldest first, and fetch contents by their hash (docs/protocol.md).
call "$node/ewp/publications?since=0&limit=10"
[ "$status" = 200 ] && [ "$(json text data.0.contentHash)" = "$hash" ] || fail 'The index does not have it.'
call "$node/ewp/contents/$hash?timestamp=$second"
{ [ "$status" = 200 ] && [ "0x$(sha256sum <"$work/reply" | cut -d ' ' -f 1)" = "$hash" ]; } || fail 'The bytes do not match the signed hash.'
tell 'its bytes match the hash in the index'

# Compute hashes and signatures of everything that the node has published.
case $node in https://localhost*) private=--allow-private-peers ;; *) private= ;; esac
ours ../packages/node/bin/freehold.js verify "$node" ${CACERT:+--peer-ca "$CACERT"} $private >"$work/reply" 2>&1 ||
  fail 'freehold verify found something.'
tell 'freehold verify: every signature in the index is the owner'\''s'

# --- 11. Revoke -------------------------------------------------------------------------------------------------------

say '11. The owner revokes the token and signs out. Neither works any more.'
ask "$node" owner 'mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) }' "{ \"input\": { \"id\": \"$token_id\" } }"
refuse 401 UNAUTHENTICATED "$node" program '{ viewer { kind } }'
tell 'the token is refused'
for name in owner friend; do
  at=$node
  [ $name = owner ] || at=$friend
  ask "$at" $name 'mutation { signOut }'
  refuse 401 UNAUTHENTICATED "$at" $name '{ viewer { kind } }'
done
tell 'the sessions are refused'

say "From nothing to $node/slug/hello: done."
