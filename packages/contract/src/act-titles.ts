/** What people read about each act. Apart from the table, which every page of the dashboard loads. */
import type { Act } from './roles.ts';

export const actTitles: Readonly<Record<Act, string>> = {
  'domains.read': 'See domains, their DNS and its history; export zone files',
  'dns.change': 'Change DNS records, SOA and own secondaries; import zone files',
  'keys.own': 'Create and revoke own keys, which can do no more than the role',
  'members.read': 'See the members; leave the workspace',
  'workspace.read': 'See contacts, prices, balance, statement, transfers and activity; export them',
  'credits.pay': 'Top up credits',
  'domains.renew': 'Renew and restore domains',
  'domains.bulk': 'Do what the role allows for many domains at once',
  'domains.buy': 'Register domains and transfer them in',
  'domains.manage': 'Change nameservers, contacts, privacy and auto-renewal',
  'domains.release': 'Unlock domains, get auth codes, answer requests of other registrars',
  'webhooks.manage': 'Manage webhooks',
  'keys.manage': 'See and revoke the keys of all members',
  'workspace.manage': 'Change the name and the notice address of the workspace',
  'members.manage': 'Invite, change and remove members other than owners',
  'owners.manage': 'Make, change and remove owners; hand over ownership; require second factors',
};
