/**
 * A menu of actions behind a button. Its code is loaded with the first popup, so that its parts are
 * passed to the content:
 *
 *   <Menu trigger={<IconButton …/>}>{({ Item }) => <Item onSelect={…}>Rename</Item>}</Menu>
 */
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import type { MenuParts } from './popups/menu-view.tsx';
import { loadPopups } from './popups.ts';

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly children: (parts: MenuParts) => ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** At least as wide as the trigger. */
  readonly fitsTrigger?: boolean;
}

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
