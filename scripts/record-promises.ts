/**
 * npm run promises: adds what is new in the API to the list of what clients rely on. It never removes a
 * line: what was promised is kept (docs/versioning.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@hostmaster/contract';
import { apiPromises, newDemands, promisesFile } from './api-promises.ts';

const known = readFileSync(promisesFile, 'utf8').split('\n').filter(Boolean);
const current = apiPromises(openApiDocument({ serverUrl: 'http://localhost' }));
const demands = newDemands(known, current);
if (demands.length > 0) throw new Error(`Clients do not send these:\n${demands.join('\n')}`);
const all = [...new Set([...known, ...current])].sort();
writeFileSync(promisesFile, `${all.join('\n')}\n`);
console.log(`${all.length - known.length} new lines, ${all.length} in all.`);
