# TOKEN is a token of somebody whose role may GET /v2/entities
curl -sS --fail-with-body http://localhost:1026/v2/entities -H "Authorization: Bearer $TOKEN"
