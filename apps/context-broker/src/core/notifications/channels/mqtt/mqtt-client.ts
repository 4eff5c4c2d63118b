// What the sender uses of the MQTT client, imported by name: a bundler gives a CommonJS package that is imported at run time its
// default export only. This file is what is loaded at run time.
export { connectAsync } from 'mqtt';
