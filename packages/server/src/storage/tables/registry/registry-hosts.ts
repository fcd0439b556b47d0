/** Hosts that we created at a registry. */
import { table, text } from '@hostmaster/storage';

export const registryHosts = table('registry_hosts', {
  registry: text(),
  name: text(),
});
