/**
 * Contacts at a registry: one per owner and content. The contact id is derived from a hash of both,
 * so after a lost reply the retry finds the existing contact. Privacy uses a separate contact: the
 * proxy's, or the registrant's with disclosure refused.
 */

import { createHash, randomBytes } from 'node:crypto';
import { hourMs } from '@hostmaster/contract/durations';
import {
  type CreateContactRequest,
  createContact,
  deleteContact,
  infoContact,
} from '@hostmaster/epp';
import { readList } from '@hostmaster/storage';
import { LRUCache } from 'lru-cache';
import type { MachineClock } from '../../base/clock.ts';
import { persistRows } from '../../changes/persist-rows.ts';
import { sharedOwner } from '../../registrars/assess-creation.ts';
import {
  type Asker,
  type RegistryDomain,
  RegistryUnavailable,
} from '../../registrars/registrar.ts';
import {
  findContactById,
  findRegistryContact,
  listRegistryContacts,
  replacedPrefix,
} from '../../storage/queries/registry/registry-contacts.ts';
import { insertIfAbsent, removeAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { RegistrantContact } from '../../storage/tables/domains/domains.ts';
import { registryContacts } from '../../storage/tables/registry/registry-contacts.ts';
import { discloseNothing, isHidden } from './disclosure.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import type { RegistryConfig } from './registry-config.ts';

const disclosuresMax = 10_000;
/** The result code for an object of another registrar. */
const notOurs = 2201;

export interface ContactBook {
  /** The id of the contact to register with; null where the registry keeps none. */
  idFor(person: Person): Promise<string | null>;
  /** What is known about the registrant that the registry shows. */
  view(contactId: string | undefined, asker?: Asker): Promise<RegistrantView>;
  /** True when the registry has no such contact; then it is created again with its next use. */
  isGone(contactId: string): Promise<boolean>;
  /**
   * Notes contacts that an owner's domain had and that we did not create: they came with a transfer,
   * and `deleteUnused` deletes them. Noted before they are replaced; a note of a kept one is harmless.
   */
  noteReplaced(contacts: { readonly owner: string; readonly ids: Iterable<string> }): Promise<void>;
  /** Deletes the contacts of an owner that are neither wanted nor used by an object. */
  deleteUnused(contacts: {
    readonly owner: string;
    readonly wanted: readonly RegistrantContact[];
  }): Promise<void>;
}

export interface RegistrantView {
  readonly owner: RegistryDomain['registrantOwner'];
  /** Whether it discloses no data of the customer; null where the registry does not say. */
  readonly isPrivate: boolean | null;
  /** The registry shows it although we asked to hide it; only questions find out. */
  readonly isDisclosed: boolean;
}

export interface Person {
  readonly owner: string;
  readonly contact: RegistrantContact;
  readonly privacyEnabled: boolean;
}

export function openContactBook(options: {
  readonly pool: OutsidePool;
  readonly config: RegistryConfig;
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
}): ContactBook {
  const { pool, config, database } = options;
  const registry = config.name;
  const disclosures = new Disclosures(pool, options.clock);
  return {
    async idFor(person) {
      if (config.contacts === 'minimum') return null;
      const wanted = presented(person, config);
      const contentHash = hashOf(wanted);
      const key = { registry, owner: wanted.owner, contentHash };
      const known = await database.first(findRegistryContact, key);
      if (known !== undefined) return known.contactId;
      const id = await create(pool, config, {
        ...wanted,
        id: idOf([registry, wanted.owner, contentHash]),
      });
      const { isPrivate } = wanted;
      const created = { ...key, contactId: id, isPrivate };
      await persistRows(database, insertIfAbsent(registryContacts, created));
      return id;
    },
    async view(contactId, asker) {
      const isDisclosed = false;
      if (contactId === undefined) {
        const owner = config.contacts === 'minimum' ? null : 'unknown';
        return { owner, isPrivate: null, isDisclosed };
      }
      const known = await database.first(findContactById, { registry, contactId });
      const mayDisclose = config.privacy.by === 'disclose';
      if (known !== undefined) {
        const { isPrivate } = known;
        const owner = { id: known.owner };
        if (!isPrivate || !mayDisclose || asker === undefined) {
          return { owner, isPrivate, isDisclosed };
        }
        return { owner, isPrivate, isDisclosed: await disclosures.has(contactId, asker) };
      }
      // A contact that this service did not create is not the privacy service's.
      if (!mayDisclose) return { owner: 'unknown', isPrivate: false, isDisclosed };
      const isPrivate = await queryHidden(pool, contactId, asker);
      return { owner: 'unknown', isPrivate, isDisclosed };
    },
    async isGone(contactId) {
      try {
        await ask(pool, infoContact, { id: contactId });
        return false;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      await forget(contactId);
      return true;
    },
    async noteReplaced({ owner, ids }) {
      for (const contactId of new Set(ids)) {
        const known = await database.first(findContactById, { registry, contactId });
        if (known !== undefined) continue;
        const contentHash = `${replacedPrefix}${contactId}`;
        const note = { registry, owner, contentHash, contactId, isPrivate: false };
        await persistRows(database, insertIfAbsent(registryContacts, note));
      }
    },
    async deleteUnused({ owner, wanted }) {
      const kept = new Set(
        wanted.flatMap((contact) => [false, true].map((isHidden) => hashOf({ contact, isHidden }))),
      );
      for (const known of await readList(database, listRegistryContacts, { registry, owner })) {
        if (!kept.has(known.contentHash) && (await deleteFrom(pool, known.contactId))) {
          await forget(known.contactId);
        }
      }
    },
  };

  async function forget(contactId: string): Promise<void> {
    await persistRows(database, removeAll(registryContacts, { registry, contactId }));
  }
}

/**
 * False when an object uses the contact, or the registry keeps it for another reason. One that another
 * registrar sponsors is not ours to delete.
 */
async function deleteFrom(pool: OutsidePool, id: string): Promise<boolean> {
  try {
    await ask(pool, deleteContact, { id });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return isMissing(error) || error.code === notOurs;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Refused && error.code === 2303;
}

/** Which contacts a registry shows although it was asked to hide them. Many domains share a contact. */
class Disclosures {
  readonly #pool: OutsidePool;
  readonly #known: LRUCache<string, boolean>;

  constructor(pool: OutsidePool, clock: MachineClock) {
    this.#pool = pool;
    this.#known = new LRUCache({ max: disclosuresMax, ttl: hourMs, ttlResolution: 0, perf: clock });
  }

  async has(contactId: string, asker: Asker): Promise<boolean> {
    const known = this.#known.get(contactId);
    if (known !== undefined) return known;
    const isDisclosed = (await queryHidden(this.#pool, contactId, asker)) === false;
    this.#known.set(contactId, isDisclosed);
    return isDisclosed;
  }
}

/** Null where the registry does not say. */
async function queryHidden(
  pool: OutsidePool,
  contactId: string,
  asker: Asker | undefined,
): Promise<boolean | null> {
  try {
    const { data } = await ask(pool, infoContact, { id: contactId }, asker);
    return isHidden(data);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

interface Presented {
  readonly owner: string;
  readonly contact: RegistrantContact;
  readonly isPrivate: boolean;
  readonly isHidden: boolean;
}

/** The contact shown in public. All owners share the proxy contact, so it has no owner. */
function presented(person: Person, { privacy }: RegistryConfig): Presented {
  const { owner, contact } = person;
  const isPrivate = person.privacyEnabled && privacy.by !== 'none';
  if (isPrivate && privacy.by === 'proxy') {
    return { owner: sharedOwner, contact: privacy.contact, isPrivate, isHidden: false };
  }
  return { owner, contact, isPrivate, isHidden: isPrivate };
}

async function create(
  pool: OutsidePool,
  config: RegistryConfig,
  wanted: Presented & { readonly id: string },
): Promise<string> {
  try {
    return (await ask(pool, createContact, requestOf(wanted))).data.id;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== 2302) throw new Refused(error.code, `contact: ${error.message}`);
    const { data } = await ask(pool, infoContact, { id: wanted.id });
    if (data.sponsorId === config.credentials.clientId) return wanted.id;
    throw new RegistryUnavailable(new Error(`Contact ${wanted.id} belongs to another registrar.`));
  }
}

function requestOf({
  id,
  contact,
  isHidden,
}: Presented & { readonly id: string }): CreateContactRequest {
  const lines = Object.values(contact).join('');
  // RFC 5733: "int" is ASCII only, "loc" takes any script.
  const type = /^[\x20-\x7e]*$/.test(lines) ? 'int' : 'loc';
  const { organization = '', address2 = '' } = contact;
  return {
    id,
    postalInfos: [
      {
        type,
        name: `${contact.firstName} ${contact.lastName}`,
        ...(organization === '' ? {} : { organization }),
        address: {
          street: address2 === '' ? [contact.address1] : [contact.address1, address2],
          city: contact.city,
          province: contact.stateProvince,
          postalCode: contact.postalCode,
          country: contact.country,
        },
      },
    ],
    voice: { number: contact.phone },
    email: contact.email,
    authInfo: `Hm1-${randomBytes(9).toString('hex')}`,
    ...(isHidden ? { disclose: discloseNothing(type) } : {}),
  };
}

function hashOf({ contact, isHidden }: Pick<Presented, 'contact' | 'isHidden'>): string {
  return hash(JSON.stringify([contact, isHidden]));
}

/** At most 16 letters and digits, which every registry accepts. */
function idOf(parts: readonly string[]): string {
  return `HM${hash(JSON.stringify(parts)).slice(0, 14).toUpperCase()}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
