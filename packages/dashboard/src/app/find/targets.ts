/** What the search offers: recent choices, domains, records, pages and actions. */
import type { Output } from '@hostmaster/contract';
import type { Grant } from '@hostmaster/contract/roles';
import {
  ArrowDownToLine,
  ChartColumn,
  ClipboardList,
  Clock,
  FileKey2,
  Globe,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Plus,
  ReceiptText,
  Search,
  ShieldCheck,
} from 'lucide-react';
import { shownName } from '../../domains/shown-name.ts';
import { navigation } from '../navigation.ts';
import { pageDenial } from '../page-acts.ts';

export const charactersMin = 3;

export interface Target {
  readonly label: string;
  readonly detail?: string;
  /** Below the workspace. */
  readonly path: string;
  /** The text by which the page of records is filtered. */
  readonly records?: string;
  readonly icon: LucideIcon;
}

export interface TargetGroup {
  readonly label: string;
  readonly targets: readonly Target[];
}

export type FoundResult = Output<'searchWorkspace'>['results'][number];

/** Other words that people use for a page or an action are in `words`. */
interface Action extends Target {
  readonly words?: string;
}

const actions: readonly Action[] = [
  { label: 'Register a domain', words: 'buy new', path: 'domains/search', icon: Plus },
  {
    label: 'Transfer a domain in',
    words: 'move import',
    path: 'domains/transfers/new',
    icon: ArrowDownToLine,
  },
  { label: 'Look up a domain', words: 'whois rdap', path: 'domains/look-up', icon: Search },
  { label: 'Top up credits', words: 'buy pay add balance', path: 'credits', icon: Plus },
  { label: 'Create an API token', words: 'key', path: 'settings/tokens', icon: KeyRound },
  {
    label: 'Create a dynamic DNS key',
    words: 'tsig',
    path: 'settings/update-keys',
    icon: FileKey2,
  },
];

/** Pages that the navigation does not list. */
const otherPages: readonly Action[] = [
  { label: 'Transfers', path: 'domains/transfers', icon: ClipboardList },
  { label: 'Bulk changes', words: 'operations', path: 'bulk', icon: ListChecks },
  {
    label: 'Receipts',
    words: 'billing address tax vat invoice',
    path: 'credits/receipts',
    icon: ReceiptText,
  },
  { label: 'Spending', words: 'report costs', path: 'credits/spending', icon: ChartColumn },
  {
    label: 'Recent access',
    words: 'security revoke',
    path: 'account/recent-access',
    icon: ShieldCheck,
  },
];

export function groupsOf(
  text: string,
  {
    grant,
    hasMailbox,
    recent,
    results,
  }: {
    readonly grant: Grant;
    readonly hasMailbox: boolean;
    readonly recent: readonly Omit<Target, 'icon'>[];
    readonly results: readonly FoundResult[];
  },
): readonly TargetGroup[] {
  const isAllowed = ({ path }: Pick<Target, 'path'>) => pageDenial(grant, path) === null;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isNamed = ({ label, words: more = '' }: Action) =>
    words.every((word) => `${label} ${more}`.toLowerCase().includes(word));
  const pages = [
    ...navigation
      .flatMap(({ items }) => items)
      .filter(({ isMailbox }) => isMailbox !== true || hasMailbox),
    ...otherPages,
  ];
  const groups = [
    {
      label: 'Recent',
      targets: text === '' ? recent.map((target) => ({ ...target, icon: Clock })) : [],
    },
    {
      label: 'Domains',
      targets: results.filter(({ record }) => record === undefined).map(domainTarget),
    },
    {
      label: 'Records',
      targets: results.flatMap((result) => recordTarget(result, text)),
    },
    { label: 'Actions', targets: actions.filter(isNamed) },
    { label: 'Pages', targets: pages.filter(isNamed) },
  ];
  return groups
    .map(({ label, targets }) => ({ label, targets: targets.filter(isAllowed) }))
    .filter(({ targets }) => targets.length > 0);
}

function domainTarget({ domain }: FoundResult): Target {
  return { label: shownName(domain), path: `domains/${domain}/dns`, icon: Globe };
}

function recordTarget({ domain, record }: FoundResult, text: string): readonly Target[] {
  if (record === undefined) return [];
  const name = record.name === '@' ? domain : `${record.name}.${domain}`;
  return [
    {
      label: `${shownName(name)} ${record.type}`,
      detail: record.value.slice(0, 200),
      path: `domains/${domain}/dns`,
      records: text,
      icon: ClipboardList,
    },
  ];
}
