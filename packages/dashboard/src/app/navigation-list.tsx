/** The navigation's links, as a list for the side and as a bar for phones. */
import { Link, useParams } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { type NavigationItem, navigation } from './navigation.ts';
import { pageDenial } from './page-acts.ts';

export function NavigationList() {
  const { service } = useSession();
  const { grant } = useWorkspace();
  const isShown = (item: NavigationItem) =>
    (item.isMailbox !== true || service.hasMailbox) && pageDenial(grant, item.path) === null;
  return (
    <div className="flex flex-col gap-5">
      {navigation.map((section) => (
        <div key={section.label ?? ''}>
          {section.label !== null && (
            <p className="px-2.5 pb-1.5 text-xs font-medium text-ink-faint">{section.label}</p>
          )}
          <ul className="flex flex-col gap-0.5">
            {section.items.filter(isShown).map((item) => (
              <li key={item.path}>
                <ListLink item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function ListLink({ item }: { readonly item: NavigationItem }) {
  const Icon = item.icon;
  return (
    <Link
      to={useAddress(item)}
      className="group flex h-9 items-center gap-2.5 rounded-sm px-2.5 font-medium text-ink-muted transition-colors duration-100 hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink md:h-8"
    >
      <Icon
        className="size-4 shrink-0 text-ink-faint group-hover:text-ink-muted group-aria-[current=page]:text-accent-ink"
        aria-hidden="true"
      />
      {item.label}
    </Link>
  );
}

/** The primary pages, in the bar at the bottom of phones. */
export function PhoneBar() {
  const { grant } = useWorkspace();
  const items = navigation
    .flatMap((section) => section.items)
    .filter((item) => item.isPrimary && pageDenial(grant, item.path) === null);
  return items.map((item) => <BarLink key={item.path} item={item} />);
}

function BarLink({ item }: { readonly item: NavigationItem }) {
  const Icon = item.icon;
  return (
    <Link
      to={useAddress(item)}
      className="flex h-14 flex-1 flex-col items-center justify-center gap-1 text-xs text-ink-muted aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
    >
      <Icon className="size-5" aria-hidden="true" />
      {item.label}
    </Link>
  );
}

function useAddress(item: NavigationItem): string {
  const { workspaceId } = useParams({ from: '/$workspaceId' });
  return `/${workspaceId}/${item.path}`;
}
