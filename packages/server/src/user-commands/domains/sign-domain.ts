/** hostmaster domains dnssec: DNSSEC of a domain, which the service turns on and off in phases. */
import type { Output } from '@hostmaster/contract';
import { type Session, withSession } from '../session.ts';
import { type ConfirmFlags, fieldLines, requireConsent, show } from '../show.ts';
import { UserCommandError } from '../user-error.ts';

type Dnssec = Output<'getDnssec'>['dnssec'];

interface DnssecFlags extends ConfirmFlags {
  readonly ds?: readonly string[];
  readonly force?: boolean;
  readonly foreignKey?: readonly string[];
  readonly removeForeignKeys?: boolean;
}

/** Commands of operators have the same options. */
export const foreignKeyHelp =
  'the DNSKEY records of the other operator, to or from which the signed domain moves; all of them';
export const removeForeignKeysHelp = 'remove the keys of the other operator';
export const eitherKeys = 'Use either --foreign-key or --remove-foreign-keys.';

export const dnssecActions = ['on', 'off', 'show', 'follow', 'unfollow'] as const;
type DnssecAction = (typeof dnssecActions)[number];

export async function changeDnssec(
  action: DnssecAction,
  name: string,
  flags: DnssecFlags,
): Promise<void> {
  const { ds, force, foreignKey, removeForeignKeys } = flags;
  const onlyOn = [ds, force, foreignKey, removeForeignKeys];
  if (action !== 'on' && onlyOn.some((flag) => flag !== undefined)) {
    throw new UserCommandError(
      '--ds, --force, --foreign-key and --remove-foreign-keys are for "dnssec on".',
    );
  }
  if (foreignKey !== undefined && removeForeignKeys === true) {
    throw new UserCommandError(eitherKeys);
  }
  const answer = await withSession(flags, async (session) => {
    const { client, call } = session;
    switch (action) {
      case 'show':
        return client.getDnssec({ domain: name }, call);
      case 'on':
        return turnOn(session, name, flags);
      case 'off':
        return turnOff(session, name, flags);
      case 'follow':
      case 'unfollow':
        return client.enableDnssec({ domain: name, followCds: action === 'follow' }, call);
    }
  });
  show(flags, answer, dnssecLines(name, answer.dnssec));
}

async function turnOn({ client, call, ifStopped }: Session, name: string, flags: DnssecFlags) {
  const { ds, force, foreignKey, removeForeignKeys } = flags;
  const foreignKeys = removeForeignKeys === true ? [] : foreignKey;
  ifStopped(afterwards(name, 'on'));
  return client.enableDnssec(
    {
      domain: name,
      ...(ds === undefined ? {} : { ds: [...ds] }),
      ...(force === true ? { force } : {}),
      ...(foreignKeys === undefined ? {} : { foreignKeys: [...foreignKeys] }),
    },
    call,
  );
}

async function turnOff(session: Session, name: string, flags: DnssecFlags) {
  const { client, call } = session;
  const { dnssec } = await client.getDnssec({ domain: name }, call);
  if (dnssec.state === 'off') return { dnssec };
  const question =
    dnssec.foreignKeys.length === 0
      ? `Turn DNSSEC of ${name} off? Resolvers then no longer notice forged answers.`
      : `Stop signing ${name} here? With nameservers of the other operator alone its DS records stay; otherwise DNSSEC is turned off.`;
  await requireConsent(flags, session, { lines: dnssecLines(name, dnssec), question });
  session.ifStopped(afterwards(name, 'off'));
  return client.disableDnssec({ domain: name }, call);
}

function afterwards(name: string, state: 'on' | 'off'): string {
  return `The service may go on with turning it ${state}: "hostmaster domains dnssec show ${name}" says so.`;
}

function dnssecLines(name: string, dnssec: Dnssec): readonly string[] {
  const { phase, since, until, waitsFor, keys, foreignDs, foreignKeys } = dnssec;
  const ds = [...keys.map((key) => key.ds), ...foreignDs];
  const foreign = foreignKeys.flatMap((key) => [
    ...(key.ds === null ? [] : [`DS ${key.ds}`]),
    `DNSKEY ${key.dnskey}`,
  ]);
  return [
    ...fieldLines({
      Name: name,
      DNSSEC: dnssec.state.replaceAll('_', ' '),
      ...(phase === null || phase === 'on' ? {} : { Phase: phase.replaceAll('_', ' ') }),
      ...(since === null ? {} : { Since: since }),
      ...(until === null ? {} : { Until: until }),
      ...(waitsFor === null ? {} : { 'Waits for': waitsFor }),
      ...(dnssec.followCds ? { CDS: dnssec.cdsFinding ?? 'followed; not asked yet' } : {}),
    }),
    ...ds.map((each) => `DS ${each}`),
    ...keys.map(({ dnskey }) => `DNSKEY ${dnskey}`),
    ...(foreign.length === 0 ? [] : ['Keys of the other operator:', ...foreign]),
    ...(dnssec.nameserversWaiting
      ? ['The registry gets the new nameservers once no resolver remembers the DS record.']
      : []),
  ];
}
