/** hostmaster domain hold and unhold: takes a domain out of the DNS at the registry, and back. */
import { persist } from '../../changes/persist.ts';
import { changeHold } from '../../operations/domains/hold-domain.ts';
import { CommandError, type StoreFlags } from '../command.ts';
import { print } from '../print.ts';
import { callFor, waitUntilApplied, withDomain } from './domain-change.ts';

export interface HoldFlags extends StoreFlags {
  readonly reason: string;
}

const reasonLengthMax = 500;

export async function changeDomainHold(
  name: string,
  isHeld: boolean,
  flags: HoldFlags,
): Promise<void> {
  const reason = parseReason(flags.reason);
  await withDomain(name, flags, async (context, domain) => {
    const links = { publicUrl: context.config.publicUrl };
    const call = await callFor(context, domain);
    await persist(context.database, changeHold(call, { domain, isHeld, reason, links }));
    const isConfirmed = await waitUntilApplied(context, domain);
    const state = isHeld ? 'on hold' : 'off hold';
    print(flags, { domain: domain.name, onHold: isHeld, registryConfirmed: isConfirmed }, [
      isConfirmed
        ? `${domain.name} is ${state} at the registry.`
        : `${domain.name} will be ${state}. The registry has not confirmed it yet; the service will keep trying.`,
    ]);
  });
}

function parseReason(text: string): string {
  const reason = text.trim();
  const isLine = !/\p{Cc}/u.test(reason);
  if (reason !== '' && reason.length <= reasonLengthMax && isLine) return reason;
  throw new CommandError(`--reason must be one line of 1 to ${reasonLengthMax} characters.`);
}
