/** Renders its content only where the role of the signed-in person allows the act. */
import type { Act } from '@hostmaster/contract/roles';
import type { ReactNode } from 'react';
import { useMay } from '../api/use-may.ts';

export function Allowed({ act, children }: { readonly act: Act; readonly children: ReactNode }) {
  return useMay()(act) ? children : null;
}
