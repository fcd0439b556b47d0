/** Contacts and hosts of the sandbox registry, as EPP creates, changes and shows them. */
import { createHash } from 'node:crypto';
import {
  type ContactInfo,
  type CreateContactRequest,
  type EppBackend,
  EppRefusal,
  type UpdateContactRequest,
} from '@hostmaster/epp';
import {
  findContact,
  findHost,
  findHosts,
  insertHost,
  listDelegated,
  setNameservers,
  updateContact,
  updateHost,
} from './object-queries.ts';
import { findObject, insertContact } from './queries.ts';
import type { SandboxRegistry } from './registry.ts';
import { resultCode } from './registry-reply.ts';
import { isForeignHost, parentNames } from './sandbox-hosts.ts';
import type { HostRow, RegistryTx } from './schema.ts';

type ReferenceHandlers = Omit<
  EppBackend,
  | 'login'
  | 'checkDomains'
  | 'infoDomain'
  | 'createDomain'
  | 'renewDomain'
  | 'updateDomain'
  | 'deleteDomain'
  | 'pollMessage'
  | 'acknowledgeMessage'
>;

type Contact = Omit<CreateContactRequest, 'id'>;

export function referenceHandlers(registry: SandboxRegistry): ReferenceHandlers {
  const { db } = registry;

  async function loadContact(id: string) {
    const row = await db.first(findContact, { id });
    if (row === undefined) throw new EppRefusal(resultCode.doesNotExist);
    return { row, contact: JSON.parse(row.details) as Contact };
  }

  async function loadHost(name: string): Promise<HostRow> {
    const row = await db.first(findHost, { name: name.toLowerCase() });
    if (row === undefined) throw new EppRefusal(resultCode.doesNotExist);
    return row;
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
      const rows = await Promise.all(ids.map((id) => db.first(findContact, { id })));
      const contacts = ids.map((name, index) => ({ name, available: rows[index] === undefined }));
      return { data: { contacts } };
    },
    async infoContact({ id }, { clientId }) {
      const { row, contact } = await loadContact(id);
      const { authInfo, ...shown } = contact;
      const info: ContactInfo = {
        ...shown,
        id,
        roid: repositoryId(id),
        statuses: ['ok'],
        sponsorId: row.sponsor,
        creatorId: row.sponsor,
        createdAt: new Date(row.created_at),
        ...(row.sponsor === clientId ? { authInfo } : {}),
      };
      return { data: info };
    },
    async createContact({ id, ...contact }, { clientId }) {
      const { calendar } = await registry.moment();
      const row = {
        id,
        sponsor: clientId,
        details: JSON.stringify(contact),
        created_at: calendar,
      };
      const inserted = await db.transaction((tx) => tx.run(insertContact, row));
      if (inserted === 0) throw new EppRefusal(resultCode.exists);
      return { data: { id, createdAt: new Date(calendar) } };
    },
    async updateContact(request, { clientId }) {
      const { row, contact } = await loadContact(request.id);
      if (row.sponsor !== clientId) throw new EppRefusal(resultCode.notYours);
      const details = JSON.stringify(changedContact(contact, request));
      await db.transaction((tx) =>
        tx.run(updateContact, { id: request.id, sponsor: clientId, details }),
      );
      return { data: {} };
    },
    async checkHosts({ names }) {
      const lower = names.map((name) => name.toLowerCase());
      const rows = await db.all(findHosts, { names: lower });
      const known = new Set(rows.map((row) => row.name));
      const hosts = names.map((name, index) => {
        const host = lower[index] ?? name;
        return { name, available: !known.has(host) && !isForeignHost(host) };
      });
      return { data: { hosts } };
    },
    async infoHost({ name }) {
      const row = await loadHost(name);
      return {
        data: {
          name: row.name,
          roid: row.repository_id,
          statuses: ['ok'],
          addresses: JSON.parse(row.addresses) as string[],
          sponsorId: row.sponsor,
          creatorId: row.sponsor,
          createdAt: new Date(row.created_at),
        },
      };
    },
    async createHost({ name, addresses = [] }, { clientId }) {
      const host = name.toLowerCase();
      if (isForeignHost(host)) throw new EppRefusal(resultCode.exists);
      await requireParent(host, clientId, addresses);
      const { calendar } = await registry.moment();
      const row = {
        name: host,
        repository_id: repositoryId(host),
        sponsor: clientId,
        addresses: JSON.stringify(addresses),
        created_at: calendar,
      };
      const inserted = await db.transaction((tx) => tx.run(insertHost, row));
      if (inserted === 0) throw new EppRefusal(resultCode.exists);
      return { data: { name: host, createdAt: new Date(calendar) } };
    },
    async updateHost(request, { clientId }) {
      const row = await loadHost(request.name);
      if (row.sponsor !== clientId) throw new EppRefusal(resultCode.notYours);
      const removed = new Set(request.remove?.addresses ?? []);
      const kept = (JSON.parse(row.addresses) as string[]).filter((at) => !removed.has(at));
      const addresses = [...new Set([...kept, ...(request.add?.addresses ?? [])])];
      const newName = request.newName?.toLowerCase() ?? row.name;
      await requireParent(newName, clientId, addresses);
      if (newName !== row.name && (await db.first(findHost, { name: newName })) !== undefined) {
        throw new EppRefusal(resultCode.exists);
      }
      await db.transaction(async (tx) => {
        const { name } = row;
        const kept = { name, sponsor: clientId, addresses: JSON.stringify(addresses) };
        await tx.run(updateHost, { ...kept, newName });
        if (newName !== name) await renameEverywhere(tx, { name, newName });
      });
      return { data: {} };
    },
  };
}

/** Domains that delegate to a renamed host follow its new name (RFC 5732, section 3.2.5). */
async function renameEverywhere(
  tx: RegistryTx,
  host: { readonly name: string; readonly newName: string },
): Promise<void> {
  for (const object of await tx.all(listDelegated, { pattern: `%"${host.name}"%` })) {
    const names = JSON.parse(object.nameservers) as string[];
    const renamed = names.map((name) => (name === host.name ? host.newName : name));
    await tx.run(setNameservers, { name: object.name, nameservers: JSON.stringify(renamed) });
  }
}

function changedContact(contact: Contact, { change }: UpdateContactRequest): Contact {
  const { postalInfos = [], ...rest } = change ?? {};
  const merged = contact.postalInfos.map((info) => {
    const changed = postalInfos.find(({ type }) => type === info.type);
    return changed === undefined ? info : { ...info, ...changed };
  });
  return { ...contact, ...rest, postalInfos: merged };
}

function repositoryId(of: string): string {
  return `${createHash('sha256').update(of).digest('hex').slice(0, 16).toUpperCase()}-SANDBOX`;
}
