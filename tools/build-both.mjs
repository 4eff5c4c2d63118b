// Installs what building needs, and builds both services. Nx is no part of it: `npm start` does not install it.
import { buildIfNeeded } from './build-services.mjs';
import { installForStart } from './install.mjs';

await installForStart();
await buildIfNeeded();
console.log(
  'Both services are built: dist/apps/context-broker/main.js and dist/apps/identity-manager/main.js',
);
