/** The search: a field, and below it what matches, chosen with the arrow keys and Enter. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { classNames } from '../../ui/class-names.ts';
import { Input } from '../../ui/controls/input.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { readRecent, rememberChoice } from './recent-choices.ts';
import { charactersMin, groupsOf, type Target } from './targets.ts';

const restMs = 150;
/** A workspace is indexed within seconds, a very large one within minutes. */
const indexingMs = 3_000;

export function FindDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Find anything">
      {isOpen && <Finder onClose={onClose} />}
    </Dialog>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, grant } = useWorkspace();
  const { service } = useSession();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const found = useFound(text.trim());
  const groups = groupsOf(text.trim(), {
    grant,
    hasMailbox: service.hasMailbox,
    recent: readRecent(workspaceId),
    results: found.data?.results ?? [],
  });
  const targets = groups.flatMap((group) => group.targets);
  const active = targets[Math.min(place, targets.length - 1)];
  const idOf = (target: Target) => `${listId}-${targets.indexOf(target)}`;

  const choose = (target: Target) => {
    rememberChoice(workspaceId, target);
    onClose();
    void navigate({
      to: `/${workspaceId}/${target.path}`,
      search: (target.records === undefined ? {} : { q: target.records }) as never,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && targets.length > 0) {
      event.preventDefault();
      setPlace((Math.min(place, targets.length - 1) + step + targets.length) % targets.length);
    } else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    }
  };
  const activeId = active === undefined ? undefined : idOf(active);
  useEffect(() => {
    if (activeId !== undefined) {
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeId]);

  return (
    <div className="flex flex-col gap-3">
      {/* Stays in sight while the list is scrolled. */}
      <div className="sticky -top-4 z-1 -mt-4 bg-raised pt-4">
        <Input
          role="combobox"
          aria-label="Find domains, records, pages and actions"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
          placeholder="Search domains, records, pages"
          before={<Search className="size-4" aria-hidden="true" />}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
      </div>
      <div id={listId} role="listbox" aria-label="Results" className="flex flex-col gap-3">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.label} role="group" aria-labelledby={`${listId}-${group.label}`}>
            <p
              id={`${listId}-${group.label}`}
              className="px-2 pb-1 text-xs font-medium text-ink-muted"
            >
              {group.label}
            </p>
            {group.targets.map((target) => (
              <Option
                key={`${target.path} ${target.label} ${target.detail ?? ''}`}
                id={idOf(target)}
                target={target}
                isActive={target === active}
                onChoose={() => choose(target)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-2 text-sm text-ink-muted empty:hidden">
        {statusOf(text.trim(), { found, count: targets.length })}
      </p>
    </div>
  );
}

function Option({
  id,
  target,
  isActive,
  onChoose,
}: {
  readonly id: string;
  readonly target: Target;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}) {
  const Icon = target.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={classNames(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 py-1.5 select-none max-md:min-h-11',
        isActive ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      <Icon className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{target.label}</span>
        {target.detail !== undefined && (
          <span className="block truncate text-sm text-ink-muted">{target.detail}</span>
        )}
      </span>
    </div>
  );
}

/** Domains and records, once the person stops typing. */
function useFound(text: string) {
  const { workspaceId, api } = useWorkspace();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: [workspaceId, 'find', asked] as const,
    queryFn: ({ signal }) => api.searchWorkspace({ q: asked }, { signal }),
    enabled: asked.length >= charactersMin,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.complete === false ? indexingMs : false),
    // What was found before may have changed.
    gcTime: 0,
  });
  return {
    data: text.length >= charactersMin ? query.data : undefined,
    error: query.error,
    isCurrent: asked === text && !query.isPlaceholderData && !query.isLoading,
  };
}

function statusOf(
  text: string,
  { found, count }: { readonly found: ReturnType<typeof useFound>; readonly count: number },
): string {
  if (text !== '' && text.length < charactersMin) {
    return 'Type at least three characters to search domains and records.';
  }
  if (text === '') return '';
  if (found.error !== null) return explainError(found.error).message;
  if (!found.isCurrent) return count === 0 ? 'Searching…' : '';
  if (found.data?.complete === false) {
    return "We're still indexing your records, so some results may be missing.";
  }
  if (count === 0) return 'Nothing found.';
  return found.data?.cursor == null
    ? ''
    : 'There are more results. Keep typing to narrow them down.';
}
