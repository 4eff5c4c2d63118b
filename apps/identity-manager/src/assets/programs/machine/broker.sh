# A broker that serves every program and device that has a token of this application
context-broker -fg -authz -authzLevel authentication -authzUrl '__ISSUER__' -authzAppId '__CLIENT_ID__'
