# Gets a token for this program itself and says what it is worth: python3 get_token.py
# CLIENT_SECRET is in the environment.
import base64
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ISSUER = "__ISSUER__"
CLIENT_ID = "__CLIENT_ID__"
basic = base64.b64encode(f"{CLIENT_ID}:{os.environ['CLIENT_SECRET']}".encode()).decode()


def post(path, fields):
    request = Request(ISSUER + path, data=urlencode(fields).encode())
    request.add_header("Authorization", f"Basic {basic}")
    with urlopen(request) as answer:
        return json.load(answer)


token = post("/oauth2/token", {
    "grant_type": "client_credentials",
})["access_token"]
print("The token says:", json.dumps(post("/oauth2/introspect", {"token": token})))
