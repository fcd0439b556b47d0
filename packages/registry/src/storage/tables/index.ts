/** The tables of the sandbox registry: one line each. */
import type { RowOf } from '@hostmaster/storage';
import { contacts } from './contacts.ts';
import { hosts } from './hosts.ts';
import { messages } from './messages.ts';
import { objects } from './objects.ts';
import { timeouts } from './timeouts.ts';
import { transactions } from './transactions.ts';

export const registryTables = {
  contacts,
  hosts,
  messages,
  objects,
  timeouts,
  transactions,
} as const;

export type RegistryRows = {
  [Name in keyof typeof registryTables]: RowOf<(typeof registryTables)[Name]>;
};
