#!/usr/bin/env node
// The command. Plain JavaScript, so that an old Node can read it and be told what is missing.
const major = Number.parseInt(process.versions.node, 10);
if (major < 24) {
  console.error(
    `hostmaster needs Node 24 or later and runs on ${process.versions.node}; start it with npm start or npx hostmaster.`,
  );
  process.exit(1);
}
// What the service writes is about money and people: nobody else's eyes, whatever the shell says.
process.umask(0o077);
await import('../src/main.ts');
