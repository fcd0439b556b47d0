/** One result for each name of a list, while it is checked: the name itself, or the first extension of a word. */
import { Button } from '../../ui/controls/button.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';
import { Announcement } from './announcement.tsx';
import { ResultList } from './result-list.tsx';
import type { Basket } from './use-basket.ts';
import type { ListSearch } from './use-list-search.ts';

export function ListResults({
  list,
  left,
  basket,
}: {
  readonly list: ListSearch;
  /** Names beyond those that are checked. */
  readonly left: number;
  readonly basket: Basket;
}) {
  const { names, checked, error } = list;
  const isDone = checked.length === names.length;
  const found = checked.flatMap((each) => each.found ?? []);
  const distinct = [...new Map(found.map((result) => [result.domain, result])).values()];
  const available = distinct.filter((result) => result.available);
  const missing = available.filter(({ domain }) => !basket.has(domain));
  return (
    <div className="flex flex-col gap-5">
      {isDone && <Announcement results={distinct} />}
      {!isDone && error === null && (
        <ProgressBar
          done={checked.length}
          total={names.length}
          text={`${checked.length.toLocaleString()} of ${names.length.toLocaleString()} names checked`}
        />
      )}
      {notesOn(list, left).map((note) => (
        <p key={note} role="status" className="text-warn-ink">
          {note}
        </p>
      ))}
      {available.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="figures text-ink-muted">
            {`${available.length.toLocaleString()} of ${distinct.length.toLocaleString()} available`}
          </p>
          <Button disabled={missing.length === 0} onClick={() => basket.add(missing)}>
            Add all available to the basket
          </Button>
        </div>
      )}
      {distinct.length > 0 && <ResultList label="Your search" results={distinct} basket={basket} />}
      {error !== null && <ErrorState error={error} onRetry={list.goOn} />}
    </div>
  );
}

const namedMax = 3;

function notesOn({ names, checked }: ListSearch, left: number): readonly string[] {
  const named = (isWanted: (each: ListSearch['checked'][number]) => boolean) =>
    namesIn(names.filter((_, index) => checked[index] !== undefined && isWanted(checked[index])));
  const invalid = named(({ isName }) => !isName);
  const unanswered = named(({ isName, found }) => isName && found === null);
  return [
    ...(invalid === null ? [] : [`Not a valid domain name: ${invalid}.`]),
    ...(unanswered === null
      ? []
      : [`The registry didn't respond for ${unanswered}. Try again in a moment.`]),
    ...(left === 0
      ? []
      : [`The last ${left.toLocaleString()} names are left out. Search for them separately.`]),
  ];
}

/** The first names of a list, and how many more there are; null for none. */
function namesIn(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length - namedMax;
  const shown = names.slice(0, namedMax).join(', ');
  return more > 0 ? `${shown} and ${more.toLocaleString()} more` : shown;
}
