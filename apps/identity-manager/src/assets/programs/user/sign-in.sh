# Signs a user in and says who it is: sh sign-in.sh
ISSUER='__ISSUER__'
CLIENT_ID='__CLIENT_ID__'
REDIRECT_URI='__REDIRECT_URI__'
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
STATE=$(openssl rand -hex 16)

echo "Open this address and sign in:"
echo "$ISSUER/oauth2/authorize?response_type=code&client_id=$CLIENT_ID&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256&redirect_uri=__REDIRECT_URI_ENCODED__"
echo "Paste the address that your browser ends up at, even if no page opens there:"
read -r BACK
case "$BACK" in *"state=$STATE"*) ;; *) echo "This is not the answer to our question." >&2; exit 1 ;; esac
CODE=$(printf %s "$BACK" | sed -n 's/.*[?&]code=\([^&#]*\).*/\1/p')

# CLIENT_SECRET is in the environment; a public client has none and is known by PKCE.
ANSWER=$(curl -sS --fail-with-body "$ISSUER/oauth2/token" ${CLIENT_SECRET:+-u "$CLIENT_ID:$CLIENT_SECRET"} \
  -d grant_type=authorization_code -d "client_id=$CLIENT_ID" -d "code=$CODE" -d "code_verifier=$VERIFIER" \
  --data-urlencode "redirect_uri=$REDIRECT_URI") || { echo "$ANSWER" >&2; exit 1; }
TOKEN=$(printf %s "$ANSWER" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
echo "Signed in:"
curl -sS --fail-with-body "$ISSUER/user?access_token=$TOKEN"
