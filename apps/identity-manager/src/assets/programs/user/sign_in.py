# Signs a user in and says who it is: python3 sign_in.py
import base64
import hashlib
import os
import secrets
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen
import json

ISSUER = "__ISSUER__"
CLIENT_ID = "__CLIENT_ID__"
REDIRECT_URI = "__REDIRECT_URI__"
# In the environment; a public client has none and is known by PKCE.
CLIENT_SECRET = os.environ.get("CLIENT_SECRET")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


verifier = base64url(secrets.token_bytes(32))
state = secrets.token_urlsafe(16)
question = urlencode({
    "response_type": "code",
    "client_id": CLIENT_ID,
    "redirect_uri": REDIRECT_URI,
    "state": state,
    "code_challenge": base64url(hashlib.sha256(verifier.encode()).digest()),
    "code_challenge_method": "S256",
})
print(f"Open this address and sign in:\n{ISSUER}/oauth2/authorize?{question}", flush=True)
print("Paste the address that your browser ends up at, even if no page opens there:", flush=True)
back = parse_qs(urlsplit(input()).query)
if back.get("state") != [state]:
    raise SystemExit("This is not the answer to our question.")

request = Request(f"{ISSUER}/oauth2/token", data=urlencode({
    "grant_type": "authorization_code",
    "client_id": CLIENT_ID,
    "code": back["code"][0],
    "code_verifier": verifier,
    "redirect_uri": REDIRECT_URI,
}).encode())
if CLIENT_SECRET:
    basic = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
    request.add_header("Authorization", f"Basic {basic}")
with urlopen(request) as answer:
    token = json.load(answer)["access_token"]
with urlopen(f"{ISSUER}/user?{urlencode({'access_token': token})}") as user:
    print("Signed in:", json.dumps(json.load(user)))
