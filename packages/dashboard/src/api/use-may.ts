/** What the role of the signed-in person allows in this workspace: `const may = useMay(); may('dns.change')`. */
import { type Act, denialOf } from '@hostmaster/contract/roles';
import { useWorkspace } from './use-workspace.ts';

export function useMay(): (act: Act) => boolean {
  const { grant } = useWorkspace();
  return (act) => denialOf(grant, act) === null;
}
