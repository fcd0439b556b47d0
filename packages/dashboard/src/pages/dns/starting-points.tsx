/** An empty zone: shortcuts for common first records. */
import { AtSign, BadgeCheck, Globe, type LucideIcon, Route } from 'lucide-react';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { ZoneDialog } from './dns-toolbar.tsx';
import type { DraftStart } from './draft/record-draft.ts';

interface StartingPoint {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** Absent: opens the templates. */
  readonly start?: DraftStart;
}

const points: readonly StartingPoint[] = [
  {
    icon: Globe,
    title: 'Connect a website',
    text: "Add an A record with your server's address",
    start: { type: 'A', name: '@' },
  },
  {
    icon: AtSign,
    title: 'Receive email',
    text: 'Add an MX record for your mail provider',
    start: { type: 'MX', name: '@' },
  },
  {
    icon: BadgeCheck,
    title: 'Verify ownership',
    text: 'Add a TXT record with a verification code',
    start: { type: 'TXT', name: '@' },
  },
  {
    icon: Route,
    title: 'Use a template',
    text: 'Google Workspace, Microsoft 365, GitHub Pages and others',
  },
];

export function StartingPoints({
  isReadOnly,
  onStart,
  onOpen,
}: {
  readonly isReadOnly: boolean;
  readonly onStart: (start: DraftStart) => void;
  readonly onOpen: (dialog: ZoneDialog) => void;
}) {
  if (isReadOnly) return <EmptyState icon={Route} title="No records" />;
  return (
    <div className="pb-8">
      <EmptyState icon={Route} title="No records yet">
        Add records to point this domain at a website, mail server or other service.
      </EmptyState>
      <ul className="-mt-6 grid gap-3 px-4 md:grid-cols-2 md:px-8">
        {points.map(({ icon: Icon, title, text, start }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => (start === undefined ? onOpen('template') : onStart(start))}
              className="flex h-full w-full items-start gap-3 rounded-md border border-line-strong bg-surface p-3.5 text-left shadow-control hover:bg-hover"
            >
              <Icon className="mt-0.5 size-4 shrink-0 text-accent-ink" aria-hidden="true" />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-ink-muted">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
