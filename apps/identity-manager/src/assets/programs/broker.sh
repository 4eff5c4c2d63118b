# A broker that serves only whom the roles and permissions of this application let in
context-broker -fg -authz -authzUrl '__ISSUER__' -authzAppId '__CLIENT_ID__'
