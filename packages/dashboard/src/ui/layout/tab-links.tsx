/** Tabs that are pages with their own URLs. `<TabLinks label="Domain"><TabLink to=…>`. */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export function TabLinks({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <nav
      aria-label={label}
      className="-mx-4 flex gap-5 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      {children}
    </nav>
  );
}

export const TabLink = createLink(Tab);

function Tab({ className, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classNames(
        '-mb-px border-b-2 border-transparent py-2.5 font-medium whitespace-nowrap text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink',
        className,
      )}
    />
  );
}
