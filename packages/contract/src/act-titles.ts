/** What people read about each act. Apart from the table, which every page of the dashboard loads. */
import type { Act } from './roles.ts';

export const actTitles: Readonly<Record<Act, string>> = {
  'domains.read': 'View domains, DNS and history; export zone files',
  'dns.change': 'Edit DNS records, SOA and own secondaries; import zone files',
  'keys.own': "Create and revoke own keys, within the role's permissions",
  'members.read': 'View members; leave the workspace',
  'workspace.read': 'View and export contacts, prices, balance, statement, transfers and activity',
  'credits.pay': 'Top up credits; change billing details and the budget',
  'domains.renew': 'Renew and restore domains',
  'domains.bulk': "Change many domains at once, within the role's permissions",
  'domains.buy': 'Register domains and transfer them here',
  'domains.manage': 'Change nameservers, contacts, privacy and auto-renewal',
  'domains.release': 'Unlock domains, get auth codes, answer requests from other registrars',
  'webhooks.manage': 'Manage webhooks',
  'keys.manage': 'View and revoke the keys of all members',
  'workspace.manage': "Change the workspace's name, notification email and templates",
  'members.manage': 'Invite, change and remove members other than owners',
  'owners.manage':
    'Add, change and remove owners; hand over ownership; require two-factor authentication; delete the workspace',
};
