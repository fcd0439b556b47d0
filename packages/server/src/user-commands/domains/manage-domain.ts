/** hostmaster domains list, show, set and nameservers: what costs nothing. */

import { parseSwitch } from '../read-input.ts';
import { type UserFlags, withSession } from '../session.ts';
import {
  type ConfirmFlags,
  day,
  fieldLines,
  onOff,
  requireConsent,
  show,
  showTable,
} from '../show.ts';
import { UserCommandError } from '../user-error.ts';

interface SetFlags extends UserFlags {
  readonly autoRenew?: string;
  readonly privacy?: string;
}

export async function listDomains(flags: UserFlags): Promise<void> {
  const answer = await withSession(flags, ({ client, call }) => client.listDomains({}, call));
  showTable(flags, answer, {
    head: ['NAME', 'STATUS', 'EXPIRES', 'AUTO-RENEW', 'PRIVACY'],
    rows: answer.domains.map((domain) => [
      domain.name,
      domain.status.replace('_', ' '),
      day(domain.expiresAt),
      onOff(domain.autoRenew),
      onOff(domain.privacyEnabled),
    ]),
    empty: 'No domains yet. Find one with "hostmaster domains search".',
  });
}

export async function showDomain(name: string, flags: UserFlags): Promise<void> {
  const { domain, pendingFulfillment } = await withSession(flags, async ({ client, call }) => ({
    ...(await client.getDomain({ domain: name }, call)),
    pendingFulfillment: (await client.listRecords({ domain: name }, call)).pendingFulfillment,
  }));
  const status = domain.status.replace('_', ' ');
  const fields = fieldLines({
    Name: domain.name,
    Status: pendingFulfillment ? 'ordered, not confirmed by the registry yet' : status,
    Expires: day(domain.expiresAt),
    'Auto-renewal': onOff(domain.autoRenew),
    Privacy: onOff(domain.privacyEnabled),
    Nameservers: domain.nameservers.join(', '),
    Created: day(domain.createdAt),
  });
  show(flags, { domain, pendingFulfillment }, fields);
}

export async function setDomain(name: string, flags: SetFlags): Promise<void> {
  const { autoRenew, privacy } = flags;
  if (autoRenew === undefined && privacy === undefined) {
    throw new UserCommandError('Say what to change: --auto-renew on|off or --privacy on|off.');
  }
  const changes = {
    ...(autoRenew === undefined ? {} : { autoRenew: parseSwitch('--auto-renew', autoRenew) }),
    ...(privacy === undefined ? {} : { privacyEnabled: parseSwitch('--privacy', privacy) }),
  };
  const answer = await withSession(flags, ({ client, call, ifStopped }) => {
    ifStopped(`The change may have been made: "hostmaster domains show ${name}" shows it.`);
    return client.updateDomain({ domain: name, ...changes }, call);
  });
  const { autoRenew: renews, privacyEnabled } = answer;
  show(flags, answer, [
    `${name}: auto-renewal ${onOff(renews)}, privacy ${onOff(privacyEnabled)}.`,
  ]);
}

export async function changeNameservers(
  name: string,
  hosts: readonly string[],
  flags: ConfirmFlags,
): Promise<void> {
  await withSession(flags, async (session) => {
    const { client, call } = session;
    const { nameservers } = (await client.getDomain({ domain: name }, call)).domain;
    if (hosts.length === 0) {
      show(flags, { nameservers }, nameservers);
      return;
    }
    const lines = [
      ...nameservers.filter((host) => !hosts.includes(host)).map((host) => `- ${host}`),
      ...hosts.map((host) => (nameservers.includes(host) ? `  ${host}` : `+ ${host}`)),
    ];
    const question = `Replace the nameservers of ${name}? Its records here are served only while ours are among them.`;
    await requireConsent(flags, session, { lines, question });
    session.ifStopped(`They may have been replaced: "hostmaster domains nameservers ${name}".`);
    const answer = await client.replaceNameservers({ domain: name, nameservers: [...hosts] }, call);
    show(flags, answer, [`${name} is delegated to ${answer.nameservers.join(', ')}.`]);
  });
}
