// Run by native-runtime.spec.ts: a file that cannot be loaded has to fail.
throw new Error('thrown while it is loaded');
