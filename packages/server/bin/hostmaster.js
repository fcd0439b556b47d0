#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can read it and be told what is missing.
import { setFlagsFromString } from 'node:v8';

const major = Number.parseInt(process.versions.node, 10);
if (major < 24) {
  console.error(
    `hostmaster needs Node 24 or later and runs on ${process.versions.node}; start it with npm start or npx hostmaster.`,
  );
  process.exit(1);
}
// What the service writes is about money and people: nobody else's eyes, whatever the shell says.
process.umask(0o077);
// Collects garbage when the heap has grown by half; by default it may grow to four times its size.
setFlagsFromString('--heap-growing-percent=50');
await import('../src/main.ts');
