/** What can be done with several domains at once: the choice in words, and the request it stands for. */
import type { Input, Output } from '@hostmaster/contract';
import type { Act } from '@hostmaster/contract/roles';

export type PlannedBulk = Output<'createBulk'>;
export type OnPlanned = (planned: PlannedBulk) => Promise<void>;

type BulkRequest = Omit<Input<'createBulk'>, 'domains' | 'filter'>;

interface BulkAction {
  readonly label: string;
  readonly act: Act;
  readonly request: BulkRequest;
  /** What a person has to enter. */
  readonly field?: 'years' | 'nameservers' | 'contact' | 'addTags' | 'removeTags' | 'template';
}

const turned = (kind: BulkRequest['kind'], enabled: boolean): BulkRequest => ({ kind, enabled });
const manage = 'domains.manage';

export const bulkActions = {
  renew: { label: 'Renew', act: 'domains.renew', request: { kind: 'renew' }, field: 'years' },
  autoRenewOn: {
    label: 'Turn on auto-renew',
    act: manage,
    request: turned('auto_renewal', true),
  },
  autoRenewOff: {
    label: 'Turn off auto-renew',
    act: manage,
    request: turned('auto_renewal', false),
  },
  privacyOn: { label: 'Turn on privacy', act: manage, request: turned('privacy', true) },
  privacyOff: { label: 'Turn off privacy', act: manage, request: turned('privacy', false) },
  nameservers: {
    label: 'Change nameservers',
    act: manage,
    request: { kind: 'nameservers' },
    field: 'nameservers',
  },
  contact: {
    label: 'Change owner',
    act: manage,
    request: { kind: 'contact' },
    field: 'contact',
  },
  addTags: { label: 'Add tags', act: manage, request: { kind: 'tags' }, field: 'addTags' },
  removeTags: {
    label: 'Remove tags',
    act: manage,
    request: { kind: 'tags' },
    field: 'removeTags',
  },
  template: {
    label: 'Apply a DNS template',
    act: 'dns.change',
    request: { kind: 'template' },
    field: 'template',
  },
  lock: {
    label: 'Turn on transfer lock',
    act: 'domains.release',
    request: turned('transfer_lock', true),
  },
  unlock: {
    label: 'Turn off transfer lock',
    act: 'domains.release',
    request: turned('transfer_lock', false),
  },
  dnssecOn: { label: 'Turn on DNSSEC', act: manage, request: turned('dnssec', true) },
  dnssecOff: { label: 'Turn off DNSSEC', act: manage, request: turned('dnssec', false) },
} as const satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof bulkActions;

export function actionOf(name: BulkActionName): BulkAction {
  return bulkActions[name];
}
