# Gets a token for this program itself and says what it is worth: sh token.sh
# CLIENT_SECRET is in the environment.
ISSUER='__ISSUER__'
CLIENT_ID='__CLIENT_ID__'
ANSWER=$(curl -sS --fail-with-body "$ISSUER/oauth2/token" -u "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=client_credentials) || { echo "$ANSWER" >&2; exit 1; }
TOKEN=$(printf %s "$ANSWER" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
echo "The token says:"
curl -sS --fail-with-body "$ISSUER/oauth2/introspect" -u "$CLIENT_ID:$CLIENT_SECRET" -d "token=$TOKEN"
