/** Computes the additions, removals and changes that lead to the requested state. Pure. */
import type { DomainInfo, UpdateDomainRequest } from '@hostmaster/epp';
import { addressChanges } from '../../domains/address-changes.ts';
import type { HostAddresses, UpdateCommand } from '../../registrars/registrar.ts';
import { holdStatus, hostNames, lockStatus } from './domain-view.ts';
import { type HostNeeds, nameserversOf } from './host-book.ts';
import type { RegistryConfig } from './registry-config.ts';
import { signerChanges } from './signer-data.ts';

export interface UpdatePlan {
  /** Hosts that the request refers to. */
  readonly hosts: HostNeeds;
  /** Null when nothing has to change. */
  readonly request: UpdateDomainRequest | null;
}

export function planUpdate(
  config: RegistryConfig,
  request: {
    readonly command: UpdateCommand;
    /** The registry's current state. */
    readonly current: DomainInfo;
    /** The contact for all roles; undefined leaves them unchanged. */
    readonly registrant: string | undefined;
  },
): UpdatePlan {
  const { command, current, registrant } = request;
  const has = hostNames(current.nameservers);
  const wants = command.nameservers ?? has;
  const addresses = command.hostAddresses ?? {};
  const moved = movedHosts(current, addresses).filter((name) => wants.includes(name));
  const added = {
    names: wants.filter((name) => !has.includes(name) || moved.includes(name)),
    addresses,
  };
  const removed = {
    names: has.filter((name) => !wants.includes(name) || moved.includes(name)),
    addresses: {},
  };
  const contacts = contactChanges(current, registrant);
  const statuses = statusChanges(config, command, current);
  const change = {
    ...(registrant === undefined || registrant === current.registrant ? {} : { registrant }),
    ...(command.authCode === undefined ? {} : { authInfo: command.authCode }),
  };
  const parts = {
    add: part(config, { hosts: added, contacts: contacts.add, statuses: statuses.add }),
    remove: part(config, { hosts: removed, contacts: contacts.remove, statuses: statuses.remove }),
    change: Object.keys(change).length === 0 ? null : change,
    dnssec: command.dnssec === undefined ? null : signerChanges(config, current, command.dnssec),
  };
  const present = Object.entries(parts).filter(([, value]) => value !== null);
  return {
    // Hosts that stay may have new addresses.
    hosts: { names: command.nameservers === undefined ? [] : wants, addresses },
    request: present.length === 0 ? null : { name: command.name, ...Object.fromEntries(present) },
  };
}

/** A host attribute is changed by removing and adding it; host objects are updated directly. */
function movedHosts({ nameservers }: DomainInfo, wanted: HostAddresses): string[] {
  if (nameservers?.kind !== 'attributes') return [];
  return nameservers.hosts.flatMap(({ name, addresses: has }) => {
    const key = name.toLowerCase();
    const wants = wanted[key] ?? [];
    const { add, remove } = addressChanges({ has, wants });
    return wants.length > 0 && add.length + remove.length > 0 ? [key] : [];
  });
}

type Contacts = DomainInfo['contacts'];

function part(
  config: RegistryConfig,
  given: { readonly hosts: HostNeeds; readonly contacts: Contacts; readonly statuses: string[] },
): UpdateDomainRequest['add'] | null {
  const { hosts, contacts, statuses } = given;
  if (hosts.names.length + contacts.length + statuses.length === 0) return null;
  return {
    ...(hosts.names.length === 0 ? {} : { nameservers: nameserversOf(config, hosts) }),
    ...(contacts.length === 0 ? {} : { contacts }),
    ...(statuses.length === 0 ? {} : { statuses }),
  };
}

function contactChanges(
  { contacts }: DomainInfo,
  registrant: string | undefined,
): { readonly add: Contacts; readonly remove: Contacts } {
  if (registrant === undefined) return { add: [], remove: [] };
  const remove = contacts.filter(({ id }) => id !== registrant);
  return { remove, add: remove.map(({ role }) => ({ role, id: registrant })) };
}

function statusChanges(
  config: RegistryConfig,
  { transferLocked, clientHold }: UpdateCommand,
  current: DomainInfo,
): { readonly add: string[]; readonly remove: string[] } {
  const wanted = new Map<string, boolean | undefined>([
    [lockStatus, config.transferLock ? transferLocked : undefined],
    [holdStatus, clientHold],
  ]);
  const isSet = (status: string) => current.statuses.some((each) => each === status);
  const statuses = [...wanted.keys()];
  return {
    add: statuses.filter((status) => wanted.get(status) === true && !isSet(status)),
    remove: statuses.filter((status) => wanted.get(status) === false && isSet(status)),
  };
}
