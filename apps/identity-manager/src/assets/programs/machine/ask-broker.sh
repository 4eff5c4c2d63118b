# TOKEN is a token such as the programs here get
curl -sS --fail-with-body http://localhost:1026/v2/entities -H "Authorization: Bearer $TOKEN"
