/** What a bulk operation does, and how far it is, in words. */
import type { Tone } from '../../ui/text/badge.tsx';
import { counted } from '../../ui/text/counted.ts';
import type { Bulk, BulkItem } from './bulk-query.ts';

export function titleOf({ kind, parameters, domains: count }: Bulk): string {
  const { years = 1, enabled = false } = parameters;
  const domains = counted(count, 'domain');
  const forYears = counted(years, 'year');
  const turn = enabled ? 'Turn on' : 'Turn off';
  switch (kind) {
    case 'renew':
      return `Renew ${domains} for ${forYears}`;
    case 'register':
      return `Register ${domains} for ${forYears}`;
    case 'auto_renewal':
      return `${turn} auto-renew for ${domains}`;
    case 'privacy':
      return `${turn} privacy for ${domains}`;
    case 'transfer_lock':
      return `${turn} the transfer lock for ${domains}`;
    case 'dnssec':
      return `${turn} DNSSEC for ${domains}`;
    case 'nameservers':
      return `Change the nameservers of ${domains}`;
    case 'contact':
      return `Change the owner of ${domains}`;
    case 'transfer':
      return `Transfer ${domains} from another registrar`;
    case 'tags':
      return `Change the tags of ${domains}`;
    case 'template':
      return `Apply a template to ${domains}`;
  }
}

export interface Label {
  readonly label: string;
  readonly tone: Tone;
}

export const stateLabels: Readonly<Record<Bulk['state'], Label>> = {
  planning: { label: 'Preparing preview', tone: 'accent' },
  planned: { label: 'Not started', tone: 'plain' },
  running: { label: 'Running', tone: 'accent' },
  finished: { label: 'Finished', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
};

const itemLabels: Readonly<Record<BulkItem['state'], Label>> = {
  ready: { label: 'Ready', tone: 'plain' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
};

/** Before the start. */
export function isPlan({ state }: Pick<Bulk, 'state'>): boolean {
  return state === 'planning' || state === 'planned';
}

/** What cannot be done has failed only once the bulk operation was started. */
export function failedLabel(bulk: Pick<Bulk, 'state'>): string {
  return isPlan(bulk) ? "Can't be changed" : itemLabels.failed.label;
}

export function itemLabel(bulk: Pick<Bulk, 'state'>, { state }: Pick<BulkItem, 'state'>): Label {
  const { label, tone } = itemLabels[state];
  return { label: state === 'failed' ? failedLabel(bulk) : label, tone };
}
