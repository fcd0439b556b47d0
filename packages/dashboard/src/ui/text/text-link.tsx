/** A link inside a sentence. */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

export const TextLink = createLink(Anchor);

function Anchor({ className, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classNames(
        'rounded-xs font-medium text-accent-ink underline-offset-3 hover:underline',
        className,
      )}
    />
  );
}
