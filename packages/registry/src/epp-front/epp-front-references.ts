/** Contacts and hosts of the sandbox registry, as EPP creates, changes and shows them. */

import { createHash } from 'node:crypto';
import {
  type ContactInfo,
  type EppBackend,
  EppRefusal,
  type UpdateContactRequest,
} from '@hostmaster/epp';
import { loadList } from '@hostmaster/storage';
import { isEppContact } from '../refer-to-contact.ts';
import type { SandboxRegistry } from '../registry.ts';
import { resultCode } from '../registry-reply.ts';
import { isForeignHost, parentNames } from '../sandbox-hosts.ts';
import {
  deleteContact,
  findContact,
  findContactUse,
  insertContact,
  updateContact,
} from '../storage/queries/contacts.ts';
import { findHost, findHosts, insertHost, updateHost } from '../storage/queries/hosts.ts';
import { findObject, listDelegated, setNameservers } from '../storage/queries/objects.ts';
import type { RegistryTx } from '../storage/schema.ts';
import type { ContactObject, EppContact } from '../storage/tables/contacts.ts';
import type { HostObject } from '../storage/tables/hosts.ts';

type ReferenceHandlers = Omit<
  EppBackend,
  | 'login'
  | 'checkDomains'
  | 'infoDomain'
  | 'createDomain'
  | 'renewDomain'
  | 'updateDomain'
  | 'deleteDomain'
  | 'transferDomain'
  | 'pollMessage'
  | 'acknowledgeMessage'
>;

export function requireFewNames(names: readonly string[], max: number): void {
  if (names.length <= max) return;
  throw new EppRefusal(resultCode.valueRange, `A check may have at most ${max} names.`);
}

export function referenceHandlers(
  registry: SandboxRegistry,
  {
    checkNamesMax,
    ignoresDisclose,
    tellsDisclosed,
  }: {
    readonly checkNamesMax: number;
    readonly ignoresDisclose: boolean;
    readonly tellsDisclosed: boolean;
  },
): ReferenceHandlers {
  const { db } = registry;

  async function loadContact(id: string): Promise<ContactObject & { details: EppContact }> {
    const contact = await db.first(findContact, { id });
    if (contact === undefined) throw new EppRefusal(resultCode.doesNotExist);
    const { details } = contact;
    if (!isEppContact(details)) throw new EppRefusal(resultCode.commandFailed);
    return { ...contact, details };
  }

  async function loadHost(name: string): Promise<HostObject> {
    const host = await db.first(findHost, { name: name.toLowerCase() });
    if (host === undefined) throw new EppRefusal(resultCode.doesNotExist);
    return host;
  }

  /** A host inside a registered name belongs to its sponsor and needs an address (RFC 5732). */
  async function requireParent(name: string, sponsor: string, addresses: readonly string[]) {
    for (const parent of parentNames(name)) {
      const object = await db.first(findObject, { name: parent });
      if (object === undefined) continue;
      if (object.sponsor !== sponsor) throw new EppRefusal(resultCode.notYours);
      if (addresses.length === 0) throw new EppRefusal(2306, `${name} needs an address.`);
    }
  }

  return {
    async checkContacts({ ids }) {
      const found = await Promise.all(ids.map((id) => db.first(findContact, { id })));
      const contacts = ids.map((name, index) => ({ name, available: found[index] === undefined }));
      return { data: { contacts } };
    },
    async infoContact({ id }, { clientId }) {
      const { sponsor, details, createdAt } = await loadContact(id);
      const { authInfo, ...shown } = details;
      const info: ContactInfo = {
        ...shown,
        id,
        roid: repositoryId(id),
        statuses: ['ok'],
        sponsorId: sponsor,
        creatorId: sponsor,
        createdAt: new Date(createdAt),
        ...(sponsor === clientId ? { authInfo } : {}),
        ...(tellsDisclosed ? disclosedPart(details) : {}),
        ...(ignoresDisclose ? { disclose: discloseAll } : {}),
      };
      return { data: info };
    },
    async createContact({ id, ...details }, { clientId }) {
      const { calendar } = await registry.moment();
      const contact = { id, sponsor: clientId, details, createdAt: calendar };
      const inserted = await db.transaction((tx) => tx.run(insertContact, contact));
      if (inserted === 0) throw new EppRefusal(resultCode.exists);
      return { data: { id, createdAt: new Date(calendar) } };
    },
    async updateContact(request, { clientId }) {
      const contact = await loadContact(request.id);
      if (contact.sponsor !== clientId) throw new EppRefusal(resultCode.notYours);
      const details = changedDetails(contact.details, request);
      await db.transaction((tx) => tx.run(updateContact, { ...contact, details }));
      return { data: {} };
    },
    async deleteContact({ id }, { clientId }) {
      const contact = await loadContact(id);
      if (contact.sponsor !== clientId) throw new EppRefusal(resultCode.notYours);
      await db.transaction(async (tx) => {
        const use = await tx.first(findContactUse, { id });
        if (use !== undefined) throw new EppRefusal(resultCode.associationProhibits);
        await tx.run(deleteContact, { id });
      });
      return { data: {} };
    },
    async checkHosts({ names }) {
      requireFewNames(names, checkNamesMax);
      const lower = names.map((name) => name.toLowerCase());
      const existing = await db.all(findHosts, { names: lower });
      const known = new Set(existing.map((host) => host.name));
      const hosts = names.map((name, index) => {
        const host = lower[index] ?? name;
        return { name, available: !known.has(host) && !isForeignHost(host) };
      });
      return { data: { hosts } };
    },
    async infoHost({ name }) {
      const host = await loadHost(name);
      return {
        data: {
          name: host.name,
          roid: host.repositoryId,
          statuses: ['ok'],
          addresses: host.addresses,
          sponsorId: host.sponsor,
          creatorId: host.sponsor,
          createdAt: new Date(host.createdAt),
        },
      };
    },
    async createHost({ addresses = [], ...request }, { clientId }) {
      const name = request.name.toLowerCase();
      if (isForeignHost(name)) throw new EppRefusal(resultCode.exists);
      await requireParent(name, clientId, addresses);
      const { calendar } = await registry.moment();
      const host = {
        name,
        repositoryId: repositoryId(name),
        sponsor: clientId,
        addresses,
        createdAt: calendar,
      };
      const inserted = await db.transaction((tx) => tx.run(insertHost, host));
      if (inserted === 0) throw new EppRefusal(resultCode.exists);
      return { data: { name, createdAt: new Date(calendar) } };
    },
    async updateHost(request, { clientId }) {
      const host = await loadHost(request.name);
      const { name } = host;
      if (host.sponsor !== clientId) throw new EppRefusal(resultCode.notYours);
      const removed = new Set(request.remove?.addresses ?? []);
      const kept = host.addresses.filter((address) => !removed.has(address));
      const addresses = [...new Set([...kept, ...(request.add?.addresses ?? [])])];
      const newName = request.newName?.toLowerCase() ?? name;
      await requireParent(newName, clientId, addresses);
      if (newName !== name && (await db.first(findHost, { name: newName })) !== undefined) {
        throw new EppRefusal(resultCode.exists);
      }
      await db.transaction(async (tx) => {
        await tx.run(updateHost, { name, sponsor: clientId, addresses, newName });
        if (newName !== name) await renameEverywhere(tx, { name, newName });
      });
      return { data: {} };
    },
  };
}

const discloseAll: NonNullable<ContactInfo['disclose']> = {
  flag: true,
  name: ['int', 'loc'],
  address: ['int', 'loc'],
  voice: true,
  email: true,
};

/** The same preference the other way round: what is shown, where something is. */
function disclosedPart({ postalInfos, disclose }: EppContact): Pick<ContactInfo, 'disclose'> {
  if (disclose === undefined || disclose.flag) return {};
  const types = postalInfos.map(({ type }) => type);
  const shownTypes = (hidden: readonly string[] = []) =>
    types.filter((type) => !hidden.includes(type));
  const [name, organization, address] = [
    shownTypes(disclose.name),
    shownTypes(disclose.organization),
    shownTypes(disclose.address),
  ];
  const shown = {
    ...(name.length === 0 ? {} : { name }),
    ...(organization.length === 0 ? {} : { organization }),
    ...(address.length === 0 ? {} : { address }),
    ...(disclose.voice === true ? {} : { voice: true }),
    ...(disclose.fax === true ? {} : { fax: true }),
    ...(disclose.email === true ? {} : { email: true }),
  };
  return Object.keys(shown).length === 0 ? {} : { disclose: { flag: true, ...shown } };
}

/** Domains that delegate to a renamed host follow its new name (RFC 5732, section 3.2.5). */
async function renameEverywhere(
  tx: RegistryTx,
  host: { readonly name: string; readonly newName: string },
): Promise<void> {
  for (const object of await loadList(tx, listDelegated, { nameserver: host.name })) {
    const nameservers = object.nameservers.map((name) =>
      name === host.name ? host.newName : name,
    );
    await tx.run(setNameservers, { name: object.name, nameservers });
  }
}

function changedDetails(details: EppContact, { change }: UpdateContactRequest): EppContact {
  const { postalInfos = [], ...rest } = change ?? {};
  const merged = details.postalInfos.map((info) => {
    const changed = postalInfos.find(({ type }) => type === info.type);
    return changed === undefined ? info : { ...info, ...changed };
  });
  return { ...details, ...rest, postalInfos: merged };
}

function repositoryId(of: string): string {
  return `${createHash('sha256').update(of).digest('hex').slice(0, 16).toUpperCase()}-SANDBOX`;
}
