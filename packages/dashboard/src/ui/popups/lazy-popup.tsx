/** A dialog or panel whose code is loaded with the first popup. Afterwards it stays mounted, to close with its transition. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadPopups, type Popups } from './popups.ts';

export function lazyPopup<Props extends { readonly isOpen: boolean }>(
  choose: (popups: Popups) => ComponentType<Props>,
): ComponentType<Props> {
  const View = lazy(async () => ({ default: choose(await loadPopups()) }));
  return function LazyPopup(props: Props) {
    const [wasOpened, setOpened] = useState(false);
    if (props.isOpen && !wasOpened) setOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense>
        <View {...props} />
      </Suspense>
    );
  };
}
