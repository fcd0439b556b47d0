/**
 * A menu of actions behind a button. Its code is loaded with the first popup, so that its parts are
 * passed to the content:
 *
 *   <Menu trigger={<IconButton …/>}>{({ Item }) => <Item onSelect={…}>Rename</Item>}</Menu>
 */
import { cloneElement, type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { loadPopups } from './popups.ts';
import type { MenuProps } from './views/menu-view.tsx';

const View = lazy(async () => ({ default: (await loadPopups()).MenuView }));

export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpened(true);
    },
  });
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <View {...props} />
    </Suspense>
  );
}
