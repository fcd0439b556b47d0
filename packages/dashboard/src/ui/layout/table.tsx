/**
 * A virtualized table for ten thousand rows and more: only visible rows are rendered. It scrolls with
 * the page, and its header stays in view. Columns with `isWideOnly` are hidden on phones.
 */
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** A track of the grid: `minmax(0, 2fr)`, `8rem`. */
  readonly width: string;
  readonly align?: 'end';
  readonly isWideOnly?: boolean;
  readonly isSortable?: boolean;
  /** For screen readers only: a column of buttons. */
  readonly isHeaderHidden?: boolean;
}

export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  /** The estimated height of a row. */
  readonly rowHeightPx?: number;
  /** One row may be replaced by other content, such as a form. It stays mounted while scrolling. */
  readonly openRow?: { readonly key: string; readonly content: ReactNode } | null;
  /** Height of what stays in view above the header. */
  readonly headTop?: string;
  /** The same on phones. Null where one column shows everything: its header says nothing there. */
  readonly headTopOnPhones?: string | null;
}

const gridClass =
  'grid grid-cols-(--narrow) items-center gap-x-4 px-4 md:grid-cols-(--wide) md:px-5';
const rowsBeyond = 8;

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
  onSort,
  rowHeightPx = 48,
  openRow = null,
  headTop = '0px',
  headTopOnPhones = '3.5rem',
}: TableProps<Row>) {
  const openIndex = openRow === null ? -1 : rows.findIndex((row) => rowKey(row) === openRow.key);
  const body = useRef<HTMLDivElement>(null);
  const scrollMargin = useDistanceFromTop(body);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeightPx,
    overscan: rowsBeyond,
    scrollMargin,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (openIndex < 0 || indexes.includes(openIndex)) return indexes;
      return [...indexes, openIndex].sort((a, b) => a - b);
    },
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const tracks = {
    '--head-top': headTop,
    '--head-top-on-phones': headTopOnPhones,
    '--wide': columns.map((column) => column.width).join(' '),
    '--narrow': columns
      .filter((column) => column.isWideOnly !== true)
      .map((column) => column.width)
      .join(' '),
  } as CSSProperties;
  return (
    <div role="table" aria-label={label} aria-rowcount={rows.length + 1} style={tracks}>
      <div
        role="rowgroup"
        className={classNames(
          'bg-surface md:sticky md:top-(--head-top) md:z-3',
          headTopOnPhones === null
            ? 'max-md:sr-only'
            : 'max-md:sticky max-md:top-(--head-top-on-phones) max-md:z-3',
        )}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(gridClass, 'h-9 border-b border-line text-sm text-ink-muted')}
        >
          {columns.map((column) => (
            <Header key={column.id} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        ref={body}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              data-index={item.index}
              ref={virtualizer.measureElement}
              className={classNames(
                'absolute inset-x-0 top-0 border-b border-line',
                item.index !== openIndex && `${gridClass} min-h-12 py-2 hover:bg-hover/60`,
                item.index === rows.length - 1 && 'border-b-transparent',
              )}
              style={{ translate: `0 ${item.start - scrollMargin}px` }}
            >
              {item.index === openIndex ? (
                <div role="cell" aria-colspan={columns.length}>
                  {openRow?.content}
                </div>
              ) : (
                <Cells columns={columns as readonly Column<unknown>[]} row={row} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Memoized: while scrolling, only rows that become visible are rendered. */
const Cells = memo(function Cells({
  columns,
  row,
}: {
  readonly columns: readonly Column<unknown>[];
  readonly row: unknown;
}) {
  return columns.map((column) => (
    <div key={column.id} role="cell" className={cellClass(column)}>
      {column.cell(row)}
    </div>
  ));
});

/** The distance of the rows from the top of the page, which changes with the content above. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current === null) return;
      setDistance(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // Not on each render: measuring while scrolling costs more than rendering the rows.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return distance;
}

function Header<Row>({
  column,
  sorting,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
  readonly onSort: ((sorting: Sorting) => void) | undefined;
}) {
  const isSorted = sorting?.column === column.id;
  const Arrow = isSorted && sorting.isDescending ? ArrowDown : ArrowUp;
  const direction = sorting?.isDescending === true ? 'descending' : 'ascending';
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? direction : undefined}
      className={cellClass(column)}
    >
      {column.isSortable === true && onSort !== undefined ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: column.id, isDescending: isSorted && !sorting.isDescending })
          }
          className="group inline-flex items-center gap-1 rounded-xs hover:text-ink"
        >
          {column.header}
          <Arrow
            className={classNames(
              'size-3.5',
              isSorted ? 'text-ink' : 'opacity-0 group-hover:opacity-60',
            )}
            aria-hidden="true"
          />
        </button>
      ) : (
        <span className={column.isHeaderHidden === true ? 'sr-only' : undefined}>
          {column.header}
        </span>
      )}
    </div>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return classNames(
    'min-w-0',
    column.align === 'end' && 'text-right',
    column.isWideOnly === true && 'max-md:hidden',
  );
}
