/** Registrants confirm their address with the mailed link; members of the workspace have it sent again. */
import { Refusal } from '../../base/errors.ts';
import { once } from '../../base/once.ts';
import { noChange } from '../../changes/change.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import {
  findAddressByToken,
  lockRegistrantAddress,
} from '../../storage/queries/contacts/registrant-addresses.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import {
  type RegistrantAddress,
  registrantAddresses,
} from '../../storage/tables/contacts/registrant-addresses.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { domainKey, loadLocked } from '../loading.ts';
import type { Call } from '../operation.ts';
import { hashOf, loadRegistrantAddress, newQuestion } from './ask-registrant.ts';

/** What the page behind the link shows. Changes nothing. */
export async function readRegistrantLink(
  reader: HostmasterReader,
  token: string,
): Promise<Pick<RegistrantAddress, 'address' | 'confirmedAt'>> {
  const asked = await reader.first(findAddressByToken, { tokenHash: hashOf(token) });
  if (asked === undefined) throw linkEnded();
  return asked;
}

/** The sweep lets the domains with this address know, and lifts their holds. */
export function confirmRegistrantAddress(
  services: {
    readonly database: HostmasterDatabase;
    calendarNow(reader: HostmasterReader): Promise<number>;
  },
  token: string,
): Promise<void> {
  const tokenHash = hashOf(token);
  return persist(services.database, {
    keys: [`registrant ${tokenHash}`],
    owner: '',
    commit: 'shared',
    async load(reader) {
      const found = await reader.first(findAddressByToken, { tokenHash });
      if (found === undefined) throw linkEnded();
      const [asked, at] = await Promise.all([
        reader.first(lockRegistrantAddress, found),
        services.calendarNow(reader),
      ]);
      return { asked, at };
    },
    decide({ asked, at }) {
      if (asked?.tokenHash !== tokenHash) throw linkEnded();
      if (asked.confirmedAt !== null) return { answer: undefined, change: noChange };
      const { workspaceId, address } = asked;
      const confirmed = { confirmedAt: at, overdueAt: null, dueAt: at, walkedTo: '' };
      const key = { workspaceId, address, confirmedAt: null };
      const rows = [update(registrantAddresses, key, confirmed)];
      return { answer: undefined, change: { rows } };
    },
  });
}

interface LoadedQuestion {
  readonly domain: Domain;
  readonly asked: RegistrantAddress | undefined;
}

/** Mails a new link as long as there is something to confirm. */
export function resendRegistrantLink(
  call: Call,
  input: { readonly domain: string },
  mayMail: () => boolean,
): ChangeWork<LoadedQuestion, { readonly success: true }> {
  const mayMailOnce = once(mayMail);
  return {
    keys: [domainKey(input.domain)],
    owner: call.actor.workspaceId,
    commit: 'shared',
    async load(reader) {
      const domain = await loadLocked(reader, call, input.domain);
      return { domain, asked: await loadRegistrantAddress(reader, domain) };
    },
    decide({ domain, asked }) {
      const answer = { success: true } as const;
      const isOpen = asked !== undefined && asked.confirmedAt === null;
      if (!isOpen || !mayMailOnce()) return { answer, change: noChange };
      const { now: at, services } = call;
      const { workspaceId, address } = asked;
      const question = { domain, at, dueAt: asked.dueAt ?? at, links: services.links };
      const { tokenHash, mail } = newQuestion(question);
      const rows = [update(registrantAddresses, { workspaceId, address }, { tokenHash })];
      return { answer, change: { rows, mails: [mail] } };
    },
  };
}

function linkEnded(): Refusal {
  return new Refusal(
    'link_expired',
    'This link no longer works. Use the link in the latest email, or ask your provider for a new one.',
  );
}
