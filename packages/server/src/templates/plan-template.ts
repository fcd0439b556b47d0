/**
 * Plans a template against the records of a zone. What the zone has already stays, whatever its TTL. An
 * SPF record is merged, and a TXT record for another purpose stands beside it; of every other kind the
 * template has the whole set of a name, and what else is there is a conflict.
 */
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { exchangeOf } from '../zones/mail-check.ts';
import { identityOf } from '../zones/read-import-file.ts';
import { isSpf, mergeSpf, textOf } from '../zones/spf.ts';
import type { NewRecord } from '../zones/wire-record.ts';
import type { WantedRecord } from './render-template.ts';

export interface TemplatePlan {
  readonly added: readonly NewRecord[];
  readonly changed: readonly { readonly before: StoredRecord; readonly after: StoredRecord }[];
  readonly conflicts: readonly TemplateConflict[];
  readonly unchanged: number;
}

export interface TemplateConflict {
  readonly message: string;
  /** To be deleted before the template can be applied. */
  readonly records: readonly StoredRecord[];
}

/** `held` are the records at the names of the template. */
export function planTemplate(
  zone: string,
  wanted: readonly WantedRecord[],
  held: readonly StoredRecord[],
): TemplatePlan {
  const plan = new PlanInMaking(zone);
  const heldAt = Map.groupBy(held, ({ name }) => name);
  for (const [name, atName] of Map.groupBy(wanted, (record) => record.name)) {
    const there = heldAt.get(name) ?? [];
    const sets = Map.groupBy(unlessPresent(plan, atName, there), setOf);
    const foreign = foreignAlias(name, there, sets);
    if (foreign !== null) plan.conflict(aliasMessage(plan.nameOf(name)), [foreign]);
    const rest = there.filter((record) => record !== foreign);
    for (const [set, records] of sets) {
      if (set === 'TXT') for (const record of records) planText(plan, record, rest);
      else planSet(plan, set, records, rest);
    }
  }
  return plan;
}

class PlanInMaking implements TemplatePlan {
  readonly added: NewRecord[] = [];
  readonly changed: TemplatePlan['changed'][number][] = [];
  readonly conflicts: TemplateConflict[] = [];
  unchanged = 0;
  readonly #zone: string;
  readonly #inConflict = new Set<StoredRecord>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  add({ type, name, value, ttlSeconds }: WantedRecord): void {
    this.added.push({ type, name, value, ttlSeconds });
  }

  /** A record is in conflict once, whatever it is in the way of. */
  conflict(message: string, records: readonly StoredRecord[]): void {
    const others = records.filter((record) => !this.#inConflict.has(record));
    for (const record of others) this.#inConflict.add(record);
    if (others.length > 0) this.conflicts.push({ message, records: others });
  }

  isSame(one: NewRecord, other: NewRecord): boolean {
    const identity = identityOf(this.#zone, one);
    return identity !== null && identity === identityOf(this.#zone, other);
  }

  nameOf(name: string): string {
    return name === '@' ? this.#zone : `${name}.${this.#zone}`;
  }
}

/** Without the records that make room for any of their type; an alias may lead to one. */
function unlessPresent(
  plan: PlanInMaking,
  wanted: readonly WantedRecord[],
  there: readonly StoredRecord[],
): readonly WantedRecord[] {
  return wanted.filter((record) => {
    const isPresent =
      record.keepsExisting &&
      there.some((held) => held.type === 'CNAME' || isForSamePurpose(record, held));
    if (isPresent) plan.unchanged += 1;
    return !isPresent;
  });
}

function isForSamePurpose(record: WantedRecord, held: StoredRecord): boolean {
  if (held.type !== record.type) return false;
  if (record.type !== 'TXT') return true;
  return purposeOf(record) === purposeOf(held);
}

/** Records that are one choice together: a CNAME below the apex is alone, at the apex it is flattened. */
function setOf({ type, name }: Pick<NewRecord, 'type' | 'name'>): string {
  if (type === 'CNAME' && name !== '@') return 'alone';
  return ['A', 'AAAA', 'ALIAS', 'CNAME'].includes(type) ? 'address' : type;
}

/** A CNAME beside which the template wants other records. */
function foreignAlias(
  name: string,
  there: readonly StoredRecord[],
  sets: ReadonlyMap<string, unknown>,
): StoredRecord | null {
  if (name === '@' || sets.size === 0 || sets.has('alone')) return null;
  return there.find(({ type }) => type === 'CNAME') ?? null;
}

function planSet(
  plan: PlanInMaking,
  set: string,
  wanted: readonly WantedRecord[],
  there: readonly StoredRecord[],
): void {
  const rivals = new Set(set === 'alone' ? there : there.filter((held) => setOf(held) === set));
  for (const record of wanted) {
    const same = there.find((held) => rivals.has(held) && plan.isSame(record, held));
    const moved = same ?? there.find((held) => rivals.has(held) && hasSameExchange(record, held));
    if (moved !== undefined) rivals.delete(moved);
    if (same !== undefined) plan.unchanged += 1;
    else if (moved === undefined) plan.add(record);
    else plan.changed.push({ before: moved, after: { ...moved, value: record.value } });
  }
  plan.conflict(setMessage(set, plan.nameOf(wanted[0]?.name ?? '@')), [...rivals]);
}

/** The same mail server with another preference. */
function hasSameExchange(record: NewRecord, held: NewRecord): boolean {
  if (record.type !== 'MX' || held.type !== 'MX') return false;
  return exchangeOf(record) === exchangeOf(held);
}

function planText(plan: PlanInMaking, record: WantedRecord, there: readonly StoredRecord[]): void {
  if (there.some((held) => plan.isSame(record, held))) {
    plan.unchanged += 1;
    return;
  }
  const purpose = purposeOf(record);
  const rivals = purpose === null ? [] : there.filter((held) => purposeOf(held) === purpose);
  const name = plan.nameOf(record.name);
  const [only, ...others] = rivals;
  if (purpose !== 'spf' || only === undefined || others.length > 0) {
    plan.add(record);
    if (purpose !== null) plan.conflict(textMessages[purpose](name, rivals.length), rivals);
    return;
  }
  const merge = mergeSpf(textOf(only) ?? '', textOf(record) ?? '');
  if (merge.kind === 'same') plan.unchanged += 1;
  else if (merge.kind === 'merged') {
    plan.changed.push({ before: only, after: { ...only, value: merge.text } });
  } else {
    plan.add(record);
    plan.conflict(textMessages.spf(name, 1), rivals);
  }
}

type Purpose = 'spf' | 'dmarc' | 'dkim';

/** What a name has one record for; null for all other text. */
function purposeOf(record: NewRecord): Purpose | null {
  const text = textOf(record);
  if (text === null) return null;
  if (isSpf(text)) return 'spf';
  if (/^v=DMARC1\b/i.test(text)) return 'dmarc';
  return /(?:^|\.)_domainkey$/.test(record.name) ? 'dkim' : null;
}

const textMessages: Readonly<Record<Purpose, (name: string, count: number) => string>> = {
  spf: (name, count) =>
    count > 1
      ? `${name} has ${count} SPF records, which mail servers treat as an error.`
      : `The SPF record of ${name} allows other senders and can't be combined with the new one.`,
  dmarc: (name) => `${name} has a DMARC record with another policy.`,
  dkim: (name) => `${name} has another DKIM key.`,
};

function setMessage(set: string, name: string): string {
  switch (set) {
    case 'MX':
      return `Mail for ${name} is delivered to other servers.`;
    case 'address':
      return `${name} points to another address.`;
    case 'alone':
      return `${name} has other records, but a CNAME record must be the only one of its name.`;
    default:
      return `${name} has other ${set} records.`;
  }
}

function aliasMessage(name: string): string {
  return `${name} has a CNAME record, which must be the only one of its name.`;
}
