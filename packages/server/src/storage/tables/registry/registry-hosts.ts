/** Hosts that we created at a registry. */
import { text } from '../../column.ts';
import { table } from '../../table.ts';

export const registryHosts = table('registry_hosts', {
  registry: text(),
  name: text(),
});
